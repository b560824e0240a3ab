import { inEnglish, type Text } from '#server/texts/index.ts'

const SHORT_HASH = 10

/** How a tool changed a picture, as text in its file: `Tool: Upscale, Scale: 2, Model hash: 0123456789`. */
export function describeTool(
  title: Text,
  settings: Readonly<Record<string, string | number>>,
  modelHash: string | null,
): string {
  const entries = {
    ...settings,
    ...(modelHash && { 'Model hash': modelHash.slice(0, SHORT_HASH) }),
  }
  const parts = Object.entries(entries).map(([name, value]) => `${name}: ${value}`)
  return [`Tool: ${inEnglish(title)}`, ...parts, 'Version: Atelier'].join(', ')
}
