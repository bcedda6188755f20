"""Words of further languages for the classes of `words`; Latin letters stand without accents."""


def word_set(text: str) -> frozenset[str]:
    """Read words with white space between them."""
    return frozenset(text.split())


TONGUES = {
    "LOOSE": word_set(
        """
        chatverlauf gesprachsverlauf unterhaltung verlauf gesprach conversacion historial conversa historico
        conversazione cronologia gesprek geschiedenis historique discussion переписку историю чата диалог
        rozmowy historie konuşma konusmayi percakapan riwayat samtal samtalen
        """
    ),
    # Swedish, Danish, Norwegian, Finnish, Czech, Slovak, Romanian, Hungarian, Croatian, Greek, Ukrainian, …
    "OVERRIDE": word_set(
        """
        ignorera glom bortse strunta ignorer glem overse ohita unohda ignorujte zapomen zabudni
        preskoc zanedbej uita hagyd felejtsd zanemari zaboravi αγνόησε αγνοήστε ξέχασε παράβλεψε
        забудьте ігноруйте забудь изключи игнорирай пренебрегни huwag balewalain puuza sahau desconsidere
        desconsidera descarta omite trascura tralascia faites oubliez negligez missachten umgehe
        übergehe ubergehe ignorujcie pomijaj zapomnijcie yoksayin
        """
    ),
    "PRIOR": word_set(
        """
        tidigare foregaende tidligere forrige aiemmat aiempi edelliset kaikki predchozi vsechny
        predosle vsetky anterioare toate precedente osszes korabbi elozo prethodne sve όλες όλους
        προηγούμενες προηγούμενους попередні попередніх предишни всички bisherige vorherige
        fruhere precedentes consignes deine tus tuas seus suas tes vos tue sus nakaraang lahat zote
        awali anteriores voorgaande alla alle
        """
    ),
    "RULES": word_set(
        """
        instruktioner instruktionerna regler reglerna anvisningar instrukser ohjeet ohjeita saannot pokyny
        instrukce pravidla instrukcie instructiunile instructiuni regulile utasitast utasitasokat
        utasitas szabalyt szabalyokat upute pravila οδηγίες εντολές κανόνες інструкції інструкцій вказівки
        инструкциям указаниям правилам
        правила указания инструкции инструкциите tagubilin maagizo kanuni ordres instrucciones
        vorschriften richtlinien richtlijnen ordens normas wytyczne zasady kurallari kurallar aturan
        """
    ),
    "NEG": word_set(
        """
        inte ikke ei ala alaka aldrig koskaan ne neni nu niciodata nem soha nemoj nikada μην ποτέ δεν
        ніколи jangan asla hicbir sans ohne sin sem senza zonder без bez utan uden ilman fara nelkul
        χωρίς δίχως
        """
    ),
    "TELL": word_set(
        """
        previens prevenez avertis
        beratta berattar sag namn avsloja fortael fortal fortæl naevn nævn kerro mainitse paljasta rikej
        rekni zminuj sdeluj hovor povedz spune mentiona dezvalui mondd mondja emlitsd aruld reci spominji
        πεις πείτε αναφέρεις αποκαλύψεις кажи кажіть згадуй розповідай prevenir avertir avisar avisarle
        avvisarlo waarschuwen warnen beri tahu memberitahu soyle anlatma sabihin mwambie
        """
    ),
    "USER": word_set(
        """
        anvandaren anvandare brugeren brukeren kayttajalle kayttaja uzivateli uzivatel uzivatelovi
        pouzivatelovi utilizatorului utilizatorul felhasznalonak felhasznalo korisniku χρήστη χρήστης
        користувачеві користувача користувач потребителя benutzers nutzers nutzerin klient klienta kunden
        kunde cliente kullanici kullanicinin mtumiaji
        """
    ),
    "SECRETLY": word_set(
        """
        hemligt hemmeligt skjult salaa tajne skryte titokban potajno κρυφά таємно непомітно
        """
    ),
    "HIDE": word_set("dolj skjul piilota skryj ascunde rejtsd sakrij κρύψε приховай masque itago"),
    "GIVE": word_set(
        """
        envoie envoyez envoyer sende senden schicke envia envie enviar invia inviare stuur verstuur skicka
        send laheta posli odosli trimite kuldd posalji στείλε надішли отправь отправьте wyslij gonder
        kirim
        """
    ),
    "SECRETS": word_set(
        """
        passwort passworter kennwort schlussel contrasena contrasenas senha senhas clave claves clef cle
        cles chave chaves chiave chiavi wachtwoord пароль пароли ключ ключи losenord hasla haslo
        """
    ),
}
