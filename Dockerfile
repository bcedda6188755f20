# The base comes as an argument, so that mirrors and tests can bring their own; releases pin it by digest.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
COPY requirements/runtime.txt requirements/image.txt requirements/
RUN python3 -m venv /opt/toolpin \
    && /opt/toolpin/bin/python -m pip install --require-hashes --only-binary=:all: -r requirements/runtime.txt \
    && python3 -m venv /opt/build \
    && /opt/build/bin/python -m pip install --require-hashes --only-binary=:all: -r requirements/image.txt \
    && cp /opt/build/bin/uv /opt/build/bin/uvx /opt/toolpin/bin/
COPY pyproject.toml README.md LICENSE ./
COPY toolpin_ci toolpin_ci
RUN /opt/build/bin/python -m pip wheel --no-deps --no-build-isolation --wheel-dir /dist . \
    && /opt/toolpin/bin/python -m pip install --no-deps --no-index /dist/*.whl \
    && /opt/toolpin/bin/python -m pip uninstall --yes pip

FROM ${BASE}
LABEL org.opencontainers.image.title="ToolPin CI" \
      org.opencontainers.image.licenses="Apache-2.0"
# git reads the base branch; node and uv start the servers that people publish.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates git nodejs npm \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/toolpin /opt/toolpin
RUN ln -s /opt/toolpin/bin/toolpin-ci /opt/toolpin/bin/uv /opt/toolpin/bin/uvx /usr/local/bin/
COPY entrypoint.py /entrypoint.py
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
ENTRYPOINT ["/opt/toolpin/bin/python", "-I", "/entrypoint.py"]
