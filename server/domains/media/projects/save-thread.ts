/** What reads a save of the image editor in a thread of its own. */
import type { z } from 'zod'
import { assetsOf } from '#contract/editor-assets.ts'
import { editorProjects } from '#contract/editor-projects.ts'
import { AppError, type FieldErrors } from '#server/platform/errors.ts'
import { parseInput } from '#server/platform/validation.ts'

const { body: schema } = editorProjects.save

/** A save with its document as text: its strokes are many objects, each of which would be copied to another thread. */
export type SaveBody = Omit<z.output<typeof schema>, 'document'> & {
  document: { text: string; name: string; assets: string[] }
}

/** `fields`: what does not fit; null: it is no JSON. */
export type ReadSave = { body: SaveBody } | { fields: FieldErrors | null }

export default function readSave(text: string): ReadSave {
  try {
    const { document, ...body } = parseInput(schema, JSON.parse(text))
    const assets = [...assetsOf(document)]
    const { name } = document
    return { body: { ...body, document: { text: JSON.stringify(document), name, assets } } }
  } catch (error) {
    if (error instanceof AppError) return { fields: error.fields ?? {} }
    if (error instanceof SyntaxError) return { fields: null }
    throw error
  }
}
