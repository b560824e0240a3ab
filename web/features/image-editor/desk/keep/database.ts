/**
 * What this browser keeps of the editor. Signing out deletes it with all other databases of the app
 * (`web/lib/browser-data.ts`).
 */
const NAME = 'img-editor'
/** The document that is worked on; there is one. */
const CURRENT = 'current'
const PREVIEW = 'preview'
/** The project on the server that the document is saved to. */
const PROJECT = 'project'

let opening: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('documents')
      request.result.createObjectStore('assets')
    })
    request.addEventListener('success', () => {
      // Signing out deletes the database: it must not be held open then.
      request.result.addEventListener('versionchange', () => {
        request.result.close()
        opening = null
      })
      resolve(request.result)
    })
    request.addEventListener('error', () => {
      opening = null
      reject(request.error ?? new Error('This browser keeps nothing'))
    })
  })
  return opening
}

type Stores = Record<'documents' | 'assets', IDBObjectStore>

/** Does something in one transaction. */
async function transact<T>(
  mode: IDBTransactionMode,
  act: (stores: Stores) => IDBRequest<T>,
): Promise<T> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(['documents', 'assets'], mode)
    const request = act({
      documents: transaction.objectStore('documents'),
      assets: transaction.objectStore('assets'),
    })
    const fail = () => reject(transaction.error ?? new Error('This browser could not keep it'))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('error', fail)
    transaction.addEventListener('abort', fail)
  })
}

/** The document as it was kept, of whatever version; undefined: there is none. */
export const readKept = (): Promise<unknown> =>
  transact('readonly', ({ documents }) => documents.get(CURRENT))

/** The project that the document belongs to; undefined: none. */
export const readKeptLink = (): Promise<unknown> =>
  transact('readonly', ({ documents }) => documents.get(PROJECT))

/** What the document looked like, for a page that does not know its version. */
export const readKeptPreview = (): Promise<Blob | undefined> => readKeptAsset(PREVIEW)

export const readKeptAsset = (asset: string): Promise<Blob | undefined> =>
  transact('readonly', ({ assets }) => assets.get(asset))

/** Keeps a document with its files, a preview and its project as one; other files are deleted. */
export async function keep(
  document: object,
  files: ReadonlyMap<string, Blob>,
  { preview, link }: { preview: Blob | null; link: object | null },
): Promise<void> {
  const kept = await transact('readonly', ({ assets }) => assets.getAllKeys())
  await transact('readwrite', ({ documents, assets }) => {
    for (const key of kept) if (typeof key !== 'string' || !files.has(key)) assets.delete(key)
    for (const [key, file] of files) if (!kept.includes(key)) assets.put(file, key)
    if (preview) assets.put(preview, PREVIEW)
    if (link) documents.put(link, PROJECT)
    else documents.delete(PROJECT)
    return documents.put(document, CURRENT)
  })
}

/** Forgets the document. */
export const forget = (): Promise<void> =>
  transact('readwrite', ({ documents, assets }) => {
    assets.clear()
    documents.delete(PROJECT)
    return documents.delete(CURRENT)
  })
