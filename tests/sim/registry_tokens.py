"""A token server as image registries ask for it: signed tokens for some repositories, none for others."""

import base64
import datetime as dt
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

ISSUER, SERVICE = "loopback tokens", "loopback images"


@dataclass(slots=True, kw_only=True)
class TokenServer:
    url: str
    bundle: Path
    key: rsa.RSAPrivateKey
    certificate: x509.Certificate
    denied: set[str] = field(default_factory=set)
    """Repositories that need a login."""
    credentials: str = ""
    asked: list[str] = field(default_factory=list)
    """The `Authorization` of every request, empty where there was none."""

    @property
    def settings(self) -> dict[str, str]:
        """What the registry's configuration says about this server."""
        return {"realm": self.url, "service": SERVICE, "issuer": ISSUER, "rootcertbundle": str(self.bundle)}

    def token(self, repository: str, *actions: str) -> str:
        access = [{"type": "repository", "name": repository, "actions": list(actions)}] if actions else []
        now = int(time.time())
        claims = {"iss": ISSUER, "sub": "", "aud": SERVICE, "exp": now + 300, "nbf": now - 60, "iat": now}
        der = self.certificate.public_bytes(serialization.Encoding.DER)
        headers = {"x5c": [base64.b64encode(der).decode()]}
        return jwt.encode({**claims, "jti": "1", "access": access}, self.key, "RS256", headers)


@contextmanager
def token_server(folder: Path) -> Iterator[TokenServer]:
    key, certificate = _certificate()
    bundle = folder / "tokens.pem"
    bundle.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    holder: list[TokenServer] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server = holder[0]
            login = self.headers.get("Authorization", "")
            server.asked.append(login)
            scope = parse_qs(urlsplit(self.path).query).get("scope", ["repository::"])[0]
            repository = scope.split(":")[1]
            allowed = repository not in server.denied or (login != "" and login == server.credentials)
            body = json.dumps(
                {"access_token": server.token(repository, *(["pull"] if allowed else []))}
            ).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    web = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    url = f"http://127.0.0.1:{web.server_address[1]}/token"
    holder.append(TokenServer(url=url, bundle=bundle, key=key, certificate=certificate))
    thread = threading.Thread(target=web.serve_forever, daemon=True)
    thread.start()
    try:
        yield holder[0]
    finally:
        web.shutdown()
        web.server_close()
        thread.join()


def _certificate() -> tuple[rsa.RSAPrivateKey, x509.Certificate]:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "loopback")])
    now = dt.datetime.now(dt.UTC)
    builder = (
        x509.CertificateBuilder(subject_name=name, issuer_name=name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
    )
    return key, builder.sign(key, hashes.SHA256())
