# Builds pages and program; the final image has none of the development packages. compose.yaml pins the base image by digest.
ARG NODE_IMAGE=docker.io/library/node:26-slim

FROM --platform=$BUILDPLATFORM $NODE_IMAGE AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY src src
COPY ui ui
# For `ordi version`: --build-arg REVISION=$(git rev-parse --short=12 HEAD)
ARG REVISION=unknown
RUN npm run build && chmod 755 src/dist/main.js && rm src/db/migrations/meta/*_snapshot.json

# The packages with native code, which cannot be bundled, without C sources and binaries of other platforms.
FROM --platform=$BUILDPLATFORM $NODE_IMAGE AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
 && cd node_modules \
 && find . -mindepth 1 -maxdepth 1 ! -name better-sqlite3 ! -name argon2 ! -name @phc ! -name node-gyp-build -exec rm -rf {} + \
 && rm -rf better-sqlite3/deps better-sqlite3/src argon2/argon2 argon2/argon2.cpp
# The architecture of the image that is built, which may be another one than this machine's.
ARG TARGETARCH
RUN platform="linux-$(echo "$TARGETARCH" | sed s/amd64/x64/)" \
 && cd node_modules \
 && find better-sqlite3/prebuilds -type f ! -name "$platform.node" -delete \
 && find argon2/prebuilds -type f ! -path "*/$platform/*.glibc.node" -delete \
 && test -n "$(find better-sqlite3/prebuilds -type f)" -a -n "$(find argon2/prebuilds -type f)"

FROM $NODE_IMAGE
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Ordi" \
      org.opencontainers.image.description="Self-hosted appointment booking for a private doctor's practice in Austria" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
# Package managers are not needed at run time.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
 && ln -s /app/src/dist/main.js /usr/local/bin/ordi \
 && install -d -o 1000 -g 1000 -m 700 /data
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=built /app/src/dist src/dist
COPY --from=built /app/src/db/migrations src/db/migrations
COPY --from=built /app/ui/dist ui/dist

ENV NODE_ENV=production DATA_DIR=/data
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "/app/src/dist/main.js", "healthcheck"]
# Ordi stops on SIGTERM. As PID 1, Node needs an init process, which compose.yaml adds.
CMD ["node", "/app/src/dist/main.js", "serve"]
