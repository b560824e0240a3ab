/** `<lora:NAME:WEIGHT>` in a prompt; the weight may be left blank. */
export interface LoraTag {
  name: string
  /** null when blank or left out: counts as 1. */
  weight: number | null
  /** The tag as written. */
  text: string
}

const TAG = /<lora:([^:<>]+)(?::([^<>]*))?>/g

/** Finds the LoRA tags of a prompt, in order. A weight that is no number gives NaN; so do two of them. */
export function parseLoraTags(prompt: string): LoraTag[] {
  if (!prompt.includes('<')) return []
  return [...prompt.matchAll(TAG)].map(([text, name = '', weight]) => ({
    name: name.trim(),
    weight: weight === undefined || weight.trim() === '' ? null : Number(weight),
    text,
  }))
}

/** The prompt without its LoRA tags, as the text encoder reads it. */
export function stripLoraTags(prompt: string): string {
  return prompt.replace(TAG, ' ').replace(/\s+/g, ' ').trim()
}

/** The prompt with another text in the place of one of its tags, counted from 0. */
export function replaceLoraTag(prompt: string, place: number, text: string): string {
  let index = -1
  return prompt.replace(TAG, (tag) => (++index === place ? text : tag))
}

/** Writes a tag; without a weight the weight is left blank. */
export function formatLoraTag(name: string, weight?: number): string {
  return `<lora:${name}:${weight ?? ''}>`
}
