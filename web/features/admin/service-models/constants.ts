/** A constant as it is typed; texts of an input that takes words stay as they are. */
export function parseConstant(text: string, type: string): unknown {
  if (type === 'text' || type === 'image') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const constantText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
