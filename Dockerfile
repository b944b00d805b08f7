# docker build -t kaiten . && docker run -p 8000:8000 -v kaiten:/data kaiten        More in docs/hosting.md.

FROM python:3.12-slim AS build
WORKDIR /build
RUN python -m venv /opt/kaiten
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY src src
COPY web web
# The package's build makes the browser client; the Node.js that it needs for that comes from PyPI, and stays in this stage.
RUN /opt/kaiten/bin/pip install --no-cache-dir --disable-pip-version-check ".[fast,postgres]"

FROM python:3.12-slim
COPY --from=build /opt/kaiten /opt/kaiten
RUN useradd --uid 10001 --create-home kaiten && install --directory --owner=kaiten --group=kaiten /data
# The compiled rules lie beside the data: a new container finds them there instead of compiling again.
ENV PATH="/opt/kaiten/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    KAITEN_DATA=/data \
    KAITEN_CACHE=/data/cache
USER kaiten
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
    CMD ["python", "-c", "from http.client import HTTPConnection; ask = HTTPConnection('127.0.0.1', 8000, timeout=4); ask.request('GET', '/healthz'); raise SystemExit(ask.getresponse().status != 200)"]
CMD ["kaiten", "serve", "--host", "0.0.0.0"]
