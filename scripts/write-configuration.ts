/**
 * Writes docs/configuration.md from the settings' schema (`npm run docs:configuration`).
 * `configurationPage` is what the test compares the file with.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { TOPICS } from '#server/config/settings.ts'

const FILE = join(import.meta.dirname, '..', 'docs', 'configuration.md')

const HEAD = `# Settings

<!-- Made from server/config/settings.ts by \`npm run docs:configuration\`. -->

They come from the environment or from a file \`.env\`, are read once at the start, and an empty value counts as none. A wrong value stops the
start with one line that names it.
`

/** What holds without the setting. */
function usualOf(schema: z.ZodType): string {
  const usual = schema.meta()?.['usual']
  if (typeof usual === 'string') return usual
  const value = schema.parse(undefined)
  return typeof value === 'string' || typeof value === 'number' ? `\`${value}\`` : 'none'
}

/** The whole page. @throws {Error} for a setting that does not say what it is for */
export function configurationPage(): string {
  const parts = Object.entries(TOPICS).map(([topic, settings]) => {
    const rows = Object.entries<z.ZodType>(settings).map(([name, schema]) => {
      const { description } = schema
      if (!description) throw new Error(`${name} does not say what it is for`)
      return `| \`${name}\` | ${usualOf(schema)} | ${description} |`
    })
    return `\n## ${topic}\n\n| Setting | Without it | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return HEAD + parts.join('')
}

if (import.meta.main) writeFileSync(FILE, configurationPage())
