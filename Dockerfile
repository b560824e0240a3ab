# Made from a release: `npm run release` first, which leaves it in .cache/release/.
FROM debian:12-slim AS unpacked
ARG RELEASE=.cache/release/atelier-*-linux-*.tar.gz
COPY ${RELEASE} /release.tar.gz
RUN mkdir /atelier && tar -xzf /release.tar.gz --strip-components=1 -C /atelier

FROM debian:12-slim
RUN useradd --uid 10001 --home-dir /data atelier && install -d -o atelier /data
COPY --from=unpacked /atelier /atelier
USER 10001
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=3000 LOG_FORMAT=json
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["/atelier/node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/atelier/atelier"]
