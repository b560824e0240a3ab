import type { EditorDocument } from '#contract/editor-document.ts'
import { api } from '#contract/index.ts'
import type { TestPerson } from './people.ts'
import { OF_NO_PICTURE } from './bodies.ts'
import { makePng } from './pictures.ts'
import { uploadForm } from './uploads.ts'

/** Of an image of 64 pixels a side that nothing was done to. */
export const documentOf = (
  asset: string,
  changes: Partial<EditorDocument> = {},
): EditorDocument => ({
  version: 1,
  name: 'Beach',
  base: { asset, width: 64, height: 64, texts: [], selection: [] },
  operations: [],
  done: 0,
  feather: 0,
  pending: null,
  ...changes,
})

/** A file that a project can name. */
export async function sendProjectFile(
  person: TestPerson,
  file?: Uint8Array,
  kind: 'layer' | 'preview' = 'layer',
): Promise<string> {
  const body = uploadForm(file ?? (await makePng(64, 64)))
  return (await person.call(api.editorProjects.uploadFile, { query: { kind }, body })).id
}

/** Makes a project of one file. */
export async function newProject(person: TestPerson): Promise<{
  id: string
  asset: string
  file: string
}> {
  const [id, asset] = [crypto.randomUUID(), crypto.randomUUID()]
  const file = await sendProjectFile(person)
  await person.call(api.editorProjects.save, {
    params: { id },
    body: { revision: 0, document: documentOf(asset), files: { [asset]: file }, preview: file },
  })
  return { id, asset, file }
}

const NOTHING = OF_NO_PICTURE.image

/** Valid, but of a file that is not there. */
export const SAVE_OF_NOTHING = {
  revision: 1,
  document: documentOf(NOTHING),
  files: { [NOTHING]: NOTHING },
  preview: null,
}
