import { useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import { useChangeCollections } from '../api/use-library.ts'
import type { Bulk } from '../use-bulk.ts'
import { useTexts } from '../texts.ts'
import { CollectionDialog } from './collection-dialog.tsx'
import { DropTray } from './drop-tray.tsx'

/** Puts what is dragged into the collection that it is dropped on, or into a new one that is named then. */
export function Dragging({
  ids,
  collections,
  bulk,
}: {
  /** Of the images that are being dragged; empty while none are. */
  ids: readonly string[]
  collections: readonly Collection[]
  bulk: Bulk
}) {
  const t = useTexts()
  const { create } = useChangeCollections()
  const [dropped, setDropped] = useState<readonly string[] | null>(null)
  return (
    <>
      {ids.length > 0 && (
        <DropTray
          count={ids.length}
          collections={collections}
          onDrop={(collection) => bulk.run(ids, 'collect', collection)}
          onDropNew={() => setDropped(ids)}
        />
      )}
      {dropped && (
        <CollectionDialog
          title={t('collection.new')}
          initial=""
          save={async (name) => bulk.run(dropped, 'collect', await create.mutateAsync(name))}
          onClose={() => setDropped(null)}
        />
      )}
    </>
  )
}
