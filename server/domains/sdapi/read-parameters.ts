const NEGATIVE = 'Negative prompt:'
/** `Steps: 20, Sampler: Euler a, ...`; a value with commas stands in quotes. */
const SETTING = /(?:^|,)\s*(\w[\w ()/-]{0,60}):\s*("(?:\\.|[^\\"])+"|[^,]*)/g
/** A longer line is no list of settings. */
const MOST_CHARACTERS = 8000
const LEAST_SETTINGS = 3

function unquote(value: string): string {
  if (!value.startsWith('"')) return value.trim()
  try {
    return String(JSON.parse(value))
  } catch {
    return value
  }
}

/** The settings in the text that A1111 and this server write into their files, by A1111's names. */
export function readParameters(text: string): Record<string, string> {
  const lines = text.trim().split('\n')
  const last = lines.at(-1) ?? ''
  const settings = last.length > MOST_CHARACTERS ? [] : [...last.matchAll(SETTING)]
  if (settings.length >= LEAST_SETTINGS) lines.pop()
  const negativeAt = lines.findIndex((line) => line.startsWith(NEGATIVE))
  const end = negativeAt === -1 ? lines.length : negativeAt
  const negative = lines.slice(end).join('\n').slice(NEGATIVE.length).trim()
  const read: Record<string, string> = {
    Prompt: lines.slice(0, end).join('\n').trim(),
    'Negative prompt': negative,
  }
  if (settings.length < LEAST_SETTINGS) return read
  for (const [, name = '', value = ''] of settings) {
    const size = /^(\d+)x(\d+)$/.exec(value)
    if (size) {
      read[`${name.trim()}-1`] = size[1]!
      read[`${name.trim()}-2`] = size[2]!
    } else read[name.trim()] = unquote(value)
  }
  return read
}
