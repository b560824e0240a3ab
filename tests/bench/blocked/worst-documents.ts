import { randomUUID } from 'node:crypto'
import type { EditorDocument } from '#contract/editor-document.ts'
import { EDITOR_DOCUMENT_LIMITS } from '#contract/values/editor-document.ts'
import { api } from '#contract/index.ts'
import { MOST_IMAGES_AT_ONCE } from '#contract/values/prediction-images.ts'
import { WILDCARD_LIMITS } from '#contract/values/wildcards.ts'
import { documentOf, newProject } from '../../support/editor-projects.ts'
import type { TestPerson } from '../../support/people.ts'
import { post, type WorstRequest } from './worst-request.ts'

/** 3.8 MB as JSON. */
const LINES = 4

const lines = (points: number): EditorDocument['base']['selection'] =>
  Array.from({ length: LINES }, () => ({
    kind: 'lasso',
    erase: false,
    points: Array.from({ length: points }, (_, at) => ({ x: at % 4096, y: (at * 7) % 4096 })),
  }))

/** What is large, or long as a list. */
export async function worstDocuments(person: TestPerson): Promise<WorstRequest[]> {
  const { id, asset, file } = await newProject(person)
  const files = { [asset]: file }
  const base = { asset, width: 64, height: 64, texts: [] }
  const large = documentOf(asset, {
    base: { ...base, selection: lines(EDITOR_DOCUMENT_LIMITS.points - 1000) },
  })
  const { editorProjects, wildcards, predictionImages } = api
  const save = (name: string, body: (round: number) => object, project = id) =>
    post(`editor document: ${name}`, editorProjects.save, body, { id: project })
  const text = (line: string) => line.repeat(WILDCARD_LIMITS.bytes).slice(0, WILDCARD_LIMITS.bytes)
  return [
    save('saved', (round) => ({
      revision: round + 1,
      document: { ...large, feather: round },
      files,
      preview: file,
    })),
    save(
      'of no project',
      () => ({ revision: 1, document: large, files, preview: null }),
      randomUUID(),
    ),
    save('with one wrong point', () => ({
      revision: 1,
      document: { ...large, feather: 'soft' },
      files,
      preview: null,
    })),
    save('that is no document', () => ({
      revision: 1,
      document: lines(49_000),
      files,
      preview: null,
    })),
    post('list of words: long', wildcards.create, (round) => ({
      name: `long-${round}`,
      text: `${round}\n${'x'.repeat(100)}\n`.repeat(9000).slice(0, WILDCARD_LIMITS.bytes - 10),
    })),
    post('list of words: braces', wildcards.create, (round) => ({
      name: `braces-${round}`,
      text: '{a|{b|{c|d}}}__big__{a|b}\n'.repeat(WILDCARD_LIMITS.lines - 1),
    })),
    post('list of words: too many lines', wildcards.create, (round) => ({
      name: `lines-${round}`,
      text: text('a\n'),
    })),
    post('zip of images', predictionImages.zip, () => ({
      ids: Array.from({ length: MOST_IMAGES_AT_ONCE }, () => randomUUID()),
    })),
    post('images at once', predictionImages.bulk, () => ({
      ids: Array.from({ length: MOST_IMAGES_AT_ONCE }, () => randomUUID()),
      action: 'delete',
    })),
  ]
}
