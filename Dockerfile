# docker build -t kaiten . && docker run --init -p 8000:8000 -v kaiten:/data kaiten
# More in docs/hosting.md.

FROM python:3.12.15-slim-trixie AS build
WORKDIR /build
ENV PIP_NO_CACHE_DIR=1 \
    PIP_ONLY_BINARY=:all: \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_ROOT_USER_ACTION=ignore

# Dependencies come before the sources: Docker keeps these layers until a list of versions changes.
# What builds the package, Node.js included, stays in this stage.
COPY constraints-build.txt ./
RUN pip install --requirement constraints-build.txt
COPY constraints.txt ./
RUN python -m venv /opt/kaiten && /opt/kaiten/bin/pip install --requirement constraints.txt
COPY web/build_client.py web/package.json web/package-lock.json web/
RUN python web/build_client.py packages

COPY web web
RUN python web/build_client.py
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY tools/compile_catalogues.py tools/
COPY src src
RUN pip wheel --no-build-isolation --no-deps --wheel-dir wheels .
# Without an index, this fails if a dependency is missing above.
RUN /opt/kaiten/bin/pip install --no-index --find-links wheels "kaitenzushi[fast,postgres]"

FROM python:3.12.15-slim-trixie
COPY --from=build /opt/kaiten /opt/kaiten
RUN useradd --uid 10001 --create-home kaiten && install --directory --owner=kaiten --group=kaiten /data
# The compiled rules are kept with the data, so that a new container need not compile them again.
ENV PATH="/opt/kaiten/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    KAITEN_DATA=/data \
    KAITEN_CACHE=/data/cache \
    KAITEN_PORT=8000
USER kaiten
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
    CMD ["python", "-c", "import os; from http.client import HTTPConnection; ask = HTTPConnection('127.0.0.1', int(os.environ['KAITEN_PORT']), timeout=4); ask.request('GET', '/healthz'); raise SystemExit(ask.getresponse().status != 200)"]
CMD ["kaiten", "serve", "--host", "0.0.0.0"]
