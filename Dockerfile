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

# What a running portal needs of the base image: no package managers, no headers, and nothing that Debian's slim images leave out.
# Licences and the list of installed packages stay, for people and for scanners.
FROM $NODE_IMAGE AS system
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* \
      /usr/local/include /usr/local/share/doc /usr/local/share/man /usr/share/man /usr/share/info /usr/share/locale \
      /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
 && find /usr/share/doc -type f ! -name copyright -delete \
 && ln -s /app/src/dist/main.js /usr/local/bin/ordi \
 && install -d -o 1000 -g 1000 -m 700 /data

# Files that a layer deletes still count in the layers below, so the system is copied into one layer of its own.
FROM scratch
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Ordi" \
      org.opencontainers.image.description="Self-hosted appointment booking for a private doctor's practice in Austria" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
COPY --from=system / /
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=built /app/src/dist src/dist
COPY --from=built /app/src/db/migrations src/db/migrations
COPY --from=built /app/ui/dist ui/dist

# Nothing of the base image's environment is inherited.
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_ENV=production DATA_DIR=/data
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "/app/src/dist/main.js", "healthcheck"]
# Ordi stops on SIGTERM. As PID 1, Node needs an init process, which compose.yaml adds.
CMD ["node", "/app/src/dist/main.js", "serve"]
