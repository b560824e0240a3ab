import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunks } from '#scripts/vite/chunks.ts'
import { messages } from '#scripts/vite/messages.ts'
import { mantineStyles } from '#scripts/vite/mantine-styles.ts'

/** Packages that pages and the server both use: there must be one of each. */
const SHARED_WITH_SERVER = [
  'react',
  'react-dom',
  'react-router',
  '@react-router/node',
  'zod',
  'icu-minify',
  'blurhash',
  'altcha-lib',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
]

export default defineConfig(({ command }) => ({
  plugins: [messages(), mantineStyles(), reactRouter()],
  publicDir: 'web/public',
  // What every page has is not named again with each part that comes later.
  build: {
    modulePreload: {
      resolveDependencies: (_, files) =>
        files.filter(
          (file) => !/\b(framework|shell|rolldown-runtime)-[\w-]+\.(js|css)$/.test(file),
        ),
    },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: chunks } } } },
    // Of packages with thousands of parts, what is rendered lies in the build: the server reads and keeps no more. What the
    // server itself also uses stays outside, or there were two of it.
    ssr: {
      ...(command === 'build' && {
        resolve: { noExternal: true, external: SHARED_WITH_SERVER },
      }),
      // Names stay, for what an error says.
      build: { rolldownOptions: { output: { minify: { mangle: false } } } },
    },
  },
  // Brands answer to their hosts and, in development, to <brand>.localhost.
  server: {
    allowedHosts: ['.localhost'],
    // Nothing that pages are made of lies there.
    watch: { ignored: ['**/.cache/**', '**/.data/**', '**/build/**', '**/tests/**'] },
  },
}))
