import { sql } from 'kysely'
import { parseLoraTags } from '#contract/lora-tags.ts'
import { privateModels } from '#server/domains/studios/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { findPublishedLoras } from '../models/published-loras.ts'
import type { ShownImage } from '../published-columns.ts'

/**
 * Takes the names of models out of a prompt that only their owners have, and whom they share them with: nobody else can draw with them, and
 * they say what a studio is called. What they are is asked of the database alone, so that an engine that is away changes no prompt.
 */
export async function withoutPrivateLoras(reader: Reader, prompt: string): Promise<string> {
  const tags = parseLoraTags(prompt)
  if (tags.length === 0) return prompt
  const names = await findPrivate(
    reader,
    tags.map(({ name }) => name),
  )
  const left = tags.filter(({ name }) => names.has(name))
  if (left.length === 0) return prompt
  return left
    .reduce((text, tag) => text.replace(tag.text, ''), prompt)
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/** Removes the names of private LoRAs from the prompt and the negative prompt of a published image. */
export async function withoutPrivateNames(
  reader: Reader,
  { prompt: asked, parameters }: Pick<ShownImage, 'prompt' | 'parameters'>,
): Promise<Pick<ShownImage, 'prompt' | 'parameters'>> {
  const prompt = asked && (await withoutPrivateLoras(reader, asked))
  const negative = parameters?.['negative_prompt']
  return {
    prompt,
    parameters: parameters && {
      ...parameters,
      prompt,
      ...(typeof negative === 'string' && {
        negative_prompt: await withoutPrivateLoras(reader, negative),
      }),
    },
  }
}

/** Those of these that were trained here and are nobody else's, or that their owner uploaded and does not publish. */
async function findPrivate(reader: Reader, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select asked.name from unnest(${names}::text[]) asked (name)
    where exists (select from ${privateModels} model where model.name = asked.name)
      or exists (select from community_model_versions version where version.lora = asked.name)`.execute(
    reader,
  )
  const published = await findPublishedLoras(reader, names)
  const all = new Set(published.map(({ id }) => id))
  return new Set(rows.flatMap(({ name }) => (all.has(name) ? [] : [name])))
}
