import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Part, readTemplate, type Template } from './template.ts'

const FOLDER = join(import.meta.dirname, 'workflows')

/** Families of models whose templates come with the program; a model belongs to the first that fits. */
const FAMILIES = [
  'flux-kontext',
  'flux',
  'flux-checkpoint',
  'qwen-image-edit',
  'z-image',
  'wan22-image-to-video',
  'wan22-video',
  'wan-image-to-video',
  'wan-video',
  'ltx-distilled-image-to-video',
  'ltx-distilled-video',
  'ltx-image-to-video',
  'ltx-video',
  'sd35',
  'sdxl',
  'sd15',
  'upscale',
] as const

const PART_NAMES = [
  'image-to-image',
  'inpaint',
  'lora',
  'guidance-rescale',
  'hires',
  'hires-by-model',
  'upscale-again',
  'hint-canny',
  'hint-by-preprocessor',
  'hint-map',
  'save-hint',
  'control-net',
  'control-net-union',
  'control',
  'reference',
] as const
export type PartName = (typeof PART_NAMES)[number]

/** A template and where it is from. */
export interface NamedTemplate {
  /** File name without its ending. */
  id: string
  template: Template
}

export interface Templates {
  /** Own ones first. */
  list: NamedTemplate[]
  /** One line for each of the operator's own templates that cannot be used. */
  problems: string[]
}

const shipped = once(() =>
  Promise.all(
    FAMILIES.map(async (id): Promise<NamedTemplate> => {
      const file = `${id}.json`
      return { id, template: readTemplate(file, await readFile(join(FOLDER, file), 'utf8')) }
    }),
  ),
)

/** The parts that templates are joined with. */
export const loadParts = once(async () => {
  const parts = await Promise.all(
    PART_NAMES.map(async (name) => {
      const text = await readFile(join(FOLDER, 'parts', `${name}.json`), 'utf8')
      return [name, Part.parse(JSON.parse(text))] as const
    }),
  )
  return Object.fromEntries(parts) as Record<PartName, Part>
})

/**
 * All templates as they are now. One of the folder that is broken is named and left out; the others work.
 * @param folder of own templates; it need not be there
 */
export async function loadTemplates(folder: string): Promise<Templates> {
  const files = await readdir(folder).catch(() => [])
  const own: NamedTemplate[] = []
  const problems: string[] = []
  for (const file of files.filter((name) => /\.json$/i.test(name)).toSorted()) {
    try {
      const template = readTemplate(file, await readFile(join(folder, file), 'utf8'))
      own.push({ id: file.replace(/\.json$/i, ''), template })
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  return { list: [...own, ...(await shipped())], problems }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}
