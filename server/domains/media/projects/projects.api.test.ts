import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EditorDocument } from '#contract/editor-document.ts'
import { EDITOR_DOCUMENT_LIMITS } from '#contract/values/editor-document.ts'
import { EDITOR_PROJECT_LIMITS } from '#contract/values/editor-projects.ts'
import { api } from '#contract/index.ts'
import { documentOf, newProject, sendProjectFile } from '#tests/support/editor-projects.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let ada: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  ada = await newPerson(app)
})
afterAll(() => app.dispose())

const { list, detail, save, rename, remove, restore } = api.editorProjects
const listed = async (person: TestPerson) => (await person.call(list, {})).results
const fetchBytes = async (url: string) =>
  Buffer.from(await (await fetch(app.url + url)).arrayBuffer())
const pixelsOf = (file: Buffer) => sharp(file).ensureAlpha().raw().toBuffer()

interface Save {
  id: string
  revision: number
  document: EditorDocument
  files: Record<string, string>
  preview?: string | null
}
const saveAs = (person: TestPerson, { id, preview = null, ...body }: Save) =>
  person.call(save, { params: { id }, body: { ...body, preview } })

test('a project is saved, opened elsewhere to the pixel, renamed, deleted and brought back', async () => {
  const png = await sharp(await makePng(64, 64, { noise: 40 }))
    .ensureAlpha(0.5)
    .png()
    .toBuffer()
  const [id, base, patch] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const file = await sendProjectFile(ada, png)
  const made = await saveAs(ada, {
    id,
    revision: 0,
    document: documentOf(base),
    files: { [base]: file },
    preview: await sendProjectFile(ada, await makePng(32, 32), 'preview'),
  })
  expect(made).toMatchObject({ id, name: 'Beach', revision: 1, version: 1 })
  const box = { x: 1, y: 2, width: 64, height: 64 }
  const document = documentOf(base, {
    operations: [
      { kind: 'paste', asset: patch, box },
      { kind: 'brush', erase: false, size: 20, points: [{ x: 1.5, y: -2 }] },
      { kind: 'turn', quarters: 1 },
    ],
    done: 2,
  })
  const files = { [base]: file, [patch]: await sendProjectFile(ada) }
  expect(await saveAs(ada, { id, revision: 1, document, files })).toMatchObject({ revision: 2 })
  const read = await ada.call(detail, { params: { id } })
  expect(read).toMatchObject({ revision: 2, document, preview: null })
  expect(await pixelsOf(await fetchBytes(read.files[base]!.url!))).toEqual(await pixelsOf(png))
  // None of it is among what was uploaded.
  const uploads = await ada.call(api.uploadedImages.list, { query: {} })
  expect(uploads.results).toEqual([])
  expect(uploads.storage.used_bytes).toBeGreaterThanOrEqual(read.bytes)

  await ada.call(rename, { params: { id }, body: { name: ' Dunes ' } })
  expect(await listed(ada)).toMatchObject([{ id, name: 'Dunes', revision: 2 }])
  await ada.call(remove, { params: { id } })
  expect(await listed(ada)).toEqual([])
  for (const ask of [
    () => ada.call(detail, { params: { id } }),
    () => ada.call(rename, { params: { id }, body: { name: 'x' } }),
    () => saveAs(ada, { id, revision: 2, document, files }),
    () => ada.call(remove, { params: { id } }),
  ])
    await expect(ask()).rejects.toMatchObject({ status: 404 })
  expect(await ada.call(restore, { params: { id }, body: {} })).toMatchObject({ name: 'Dunes' })
  // Asked for twice, it is there once.
  await ada.call(restore, { params: { id }, body: {} })
  expect(await listed(ada)).toMatchObject([{ id, revision: 2 }])
})

test('a project is its owner’s alone, and so are its files', async () => {
  const eve = await newPerson(app)
  const { id, asset, file } = await newProject(ada)
  const params = { id }
  const files = { [asset]: file }
  for (const ask of [
    () => eve.call(detail, { params }),
    () => eve.call(rename, { params, body: { name: 'x' } }),
    () => eve.call(remove, { params }),
    () => eve.call(restore, { params, body: {} }),
    () => saveAs(eve, { id, revision: 1, document: documentOf(asset), files }),
    () => eve.call(detail, { params: { id: 'none' } }),
  ])
    await expect(ask()).rejects.toMatchObject({ status: 404 })
  await expect(
    saveAs(eve, { id, revision: 0, document: documentOf(asset), files }),
  ).rejects.toMatchObject({ status: 400, body: { files: [expect.any(String)] } })
  expect(await listed(eve)).toEqual([])
})

test('of two devices that save over one revision the later one is told; the same save twice counts once', async () => {
  const { id, asset, file } = await newProject(ada)
  const files = { [asset]: file }
  const softened = [4, 8, 16, 32].map((feather) => documentOf(asset, { feather }))
  const saves = await Promise.allSettled(
    softened.map((document) => saveAs(ada, { id, revision: 1, document, files })),
  )
  const won = saves.findIndex(({ status }) => status === 'fulfilled')
  const refused = { status: 'rejected', reason: { status: 409, body: { revision: 2 } } }
  expect(saves.filter((_one, index) => index !== won)).toMatchObject([refused, refused, refused])
  const document = softened[won]!
  expect(await ada.call(detail, { params: { id } })).toMatchObject({ revision: 2, document })
  expect(await saveAs(ada, { id, revision: 1, document, files })).toMatchObject({ revision: 2 })
  // A copy of what was refused names the same files, and outlives the project.
  const copy = crypto.randomUUID()
  await saveAs(ada, { id: copy, revision: 0, document: documentOf(asset, { feather: 9 }), files })
  await ada.call(remove, { params: { id } })
  await ageDeleted()
  await app.context.projects.sweep()
  await ageFiles()
  await app.context.uploads.sweep()
  const left = await ada.call(detail, { params: { id: copy } })
  expect(await fetch(app.url + left.files[asset]!.url!)).toMatchObject({ status: 200 })
  await expect(ada.call(restore, { params: { id }, body: {} })).rejects.toMatchObject({
    status: 404,
  })
})

const ageDeleted = () =>
  app.db.kysely
    .updateTable('editor_projects')
    .set({ deleted_at: sql<Date>`deleted_at - interval '61 minutes'` })
    .where('deleted_at', 'is not', null)
    .execute()
const ageFiles = () =>
  app.db.kysely
    .updateTable('uploaded_images')
    .set({ expires_at: sql<Date>`expires_at - interval '25 hours'` })
    .where('purpose', '=', 'project')
    .execute()

test('what no project names any more is removed, and what is gone is said', async () => {
  const bob = await newPerson(app)
  const { id, asset, file } = await newProject(bob)
  const [other, never] = [await sendProjectFile(bob), await sendProjectFile(bob)]
  await saveAs(bob, { id, revision: 1, document: documentOf(asset), files: { [asset]: other } })
  await ageFiles()
  await app.context.uploads.sweep()
  const rows = await app.db.kysely
    .selectFrom('uploaded_images')
    .select('id')
    .where('user_id', '=', bob.id)
    .execute()
  expect(rows).toEqual([{ id: other }])
  for (const gone of [file, never])
    await expect(
      saveAs(bob, { id, revision: 2, document: documentOf(asset), files: { [asset]: gone } }),
    ).rejects.toMatchObject({ status: 400, body: { files: [expect.any(String)] } })
  await bob.call(api.uploadedImages.remove, { params: { id: other } })
  expect((await bob.call(detail, { params: { id } })).files).toEqual({
    [asset]: { id: other, url: null },
  })
})

test('a document of an unknown version is listed and shown as it is, and not saved', async () => {
  const bob = await newPerson(app)
  const { id, asset, file } = await newProject(bob)
  const newer = { version: 7, layers: ['x'] }
  await app.db.kysely
    .updateTable('editor_projects')
    .set({ document: JSON.stringify(newer) })
    .where('user_id', '=', bob.id)
    .execute()
  expect(await listed(bob)).toMatchObject([{ id, version: 7, preview: expect.any(String) }])
  expect(await bob.call(detail, { params: { id } })).toMatchObject({ document: newer })
  const wrong = { ...documentOf(asset), version: 7 } as unknown as EditorDocument
  await expect(
    saveAs(bob, { id, revision: 1, document: wrong, files: { [asset]: file } }),
  ).rejects.toMatchObject({ status: 400 })
})

const asset = crypto.randomUUID()
const paste = {
  kind: 'paste',
  asset: crypto.randomUUID(),
  box: { x: 0, y: 0, width: 1, height: 1 },
}
test.each<[string, object]>([
  ['a version', { version: 2 }],
  ['more done than there is', { done: 1 }],
  ['a step of no kind', { operations: [{ kind: 'blur' }] }],
  ['too many steps', { operations: Array.from({ length: 201 }, () => ({ kind: 'invert' })) }],
  ['a size', { base: { asset, width: 0, height: 4, texts: [], selection: [] } }],
  ['a name', { name: '' }],
  ['a text that cannot be kept', { name: 'a\0b' }],
  ['a field', { layers: [] }],
  ['a file that is not sent', { operations: [paste], done: 1 }],
])('a document is refused: %s', async (_name, wrong) => {
  const file = await sendProjectFile(ada)
  const document = { ...documentOf(asset), ...wrong } as EditorDocument
  await expect(
    saveAs(ada, { id: crypto.randomUUID(), revision: 0, document, files: { [asset]: file } }),
  ).rejects.toMatchObject({ status: 400 })
})

test('a file that was uploaded for something else is not named, and what is no image is refused', async () => {
  const picture = (await upload(ada, await makePng(64, 64))).id
  await expect(
    saveAs(ada, {
      id: crypto.randomUUID(),
      revision: 0,
      document: documentOf(asset),
      files: { [asset]: picture },
    }),
  ).rejects.toMatchObject({ status: 400 })
  await expect(sendProjectFile(ada, Buffer.from('<svg/>'))).rejects.toMatchObject({ status: 415 })
  const unverified = await newPerson(app, { verified: false })
  await expect(sendProjectFile(unverified)).rejects.toMatchObject({ status: 403 })
})

test('a document that is too large is refused as such', async () => {
  const points = Array.from({ length: EDITOR_DOCUMENT_LIMITS.points }, (_, x) => ({ x, y: 0.125 }))
  const stroke = { kind: 'lasso', erase: false, points } as const
  const document = documentOf(asset, { operations: Array.from({ length: 8 }, () => stroke) })
  const body = { revision: 0, document, files: { [asset]: crypto.randomUUID() }, preview: null }
  expect(JSON.stringify(body).length).toBeGreaterThan(EDITOR_PROJECT_LIMITS.documentBytes)
  await expect(ada.call(save, { params: { id: crypto.randomUUID() }, body })).rejects.toMatchObject(
    { status: 413 },
  )
})

test('of several at once for the last place one gets it', async () => {
  const bob = await newPerson(app)
  const file = await sendProjectFile(bob)
  await sql`
    insert into editor_projects (user_id, id, name, document, files)
    select ${bob.id}, gen_random_uuid(), 'p', '{"version": 1}', '{}'
    from generate_series(1, ${EDITOR_PROJECT_LIMITS.projects}::integer - 1)`.execute(app.db.kysely)
  const tries = await Promise.allSettled(
    [1, 2, 3].map(() =>
      saveAs(bob, {
        id: crypto.randomUUID(),
        revision: 0,
        document: documentOf(asset),
        files: { [asset]: file },
      }),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, body: { reason: 'count' } },
  })
})
