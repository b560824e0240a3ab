import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunks } from './scripts/vite/chunks.ts'
import { leanContract } from './scripts/vite/lean-contract.ts'
import { messages } from './scripts/vite/messages.ts'
import { mantineStyles } from './scripts/vite/mantine-styles.ts'

export default defineConfig({
  plugins: [messages(), leanContract(), mantineStyles(), reactRouter()],
  publicDir: 'web/public',
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: chunks } } } },
  },
  // Brands answer to their hosts and, in development, to <brand>.localhost.
  server: {
    allowedHosts: ['.localhost'],
    // Nothing that pages are made of lies there.
    watch: { ignored: ['**/.cache/**', '**/.data/**', '**/build/**', '**/tests/**'] },
  },
})
