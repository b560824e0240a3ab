import { Button, Menu, Text } from '@mantine/core'
import {
  IconDownload,
  IconFolderMinus,
  IconFolderPlus,
  IconHeart,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import { handleError } from '#web/lib/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useChangeCollections, useZip } from '../api/use-library.ts'
import type { Bulk } from '../use-bulk.ts'
import type { LibraryFilter } from '../lib/use-library-filter.ts'
import type { Selection } from '../lib/use-selection.ts'
import { useTexts } from '../texts.ts'
import { CollectionDialog } from './collection-dialog.tsx'
import classes from './library.module.css'

/** What can be done with the selected images; it stays in sight. */
export function SelectionBar({
  selection,
  shown,
  filter,
  collections,
  bulk,
}: {
  selection: Selection
  /** Ids of all images that the list knows. */
  shown: readonly string[]
  filter: LibraryFilter
  collections: readonly Collection[]
  bulk: Bulk
}) {
  const t = useTexts()
  const zip = useZip()
  const { create } = useChangeCollections()
  const [dialog, setDialog] = useState<'new' | 'delete' | null>(null)
  const ids = [...selection.ids]
  const isNone = ids.length === 0
  const common = { variant: 'default', disabled: isNone || bulk.isPending } as const
  const open = collections.find(({ id }) => id === filter.collection)
  return (
    <div role="toolbar" aria-label={t('select.bar')} className={classes.bar}>
      <Text className={classes.count} fw={700} aria-live="polite">
        {t('select.count', { count: ids.length })}
      </Text>
      <Button variant="subtle" onClick={() => (isNone ? selection.set(shown) : selection.set([]))}>
        {t(isNone ? 'select.all' : 'select.none')}
      </Button>
      {filter.place === 'trash' ? (
        <>
          <Button
            {...common}
            leftSection={<IconRestore size={18} />}
            onClick={() => bulk.run(ids, 'restore')}
          >
            {t('select.restore')}
          </Button>
          <Button
            {...common}
            c="red"
            leftSection={<IconTrash size={18} />}
            onClick={() => setDialog('delete')}
          >
            {t('select.delete')}
          </Button>
        </>
      ) : (
        <>
          <Button
            {...common}
            leftSection={<IconDownload size={18} />}
            loading={zip.isPending}
            onClick={() => zip.mutate(ids, { onError: handleError })}
          >
            {t('select.download')}
          </Button>
          <Button
            {...common}
            leftSection={<IconHeart size={18} />}
            onClick={() => bulk.run(ids, 'favorite')}
          >
            {t('select.favorite')}
          </Button>
          <Menu position="top-start" width={260}>
            <Menu.Target>
              <Button {...common} leftSection={<IconFolderPlus size={18} />}>
                {t('select.collect')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
              <Menu.Item onClick={() => setDialog('new')}>{t('select.collectNew')}</Menu.Item>
              {collections.map((collection) => (
                <Menu.Item key={collection.id} onClick={() => bulk.run(ids, 'collect', collection)}>
                  {collection.name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          {open && (
            <Button
              {...common}
              leftSection={<IconFolderMinus size={18} />}
              onClick={() => bulk.run(ids, 'uncollect', open)}
            >
              {t('select.uncollect')}
            </Button>
          )}
          <Button
            {...common}
            c="red"
            leftSection={<IconTrash size={18} />}
            onClick={() => bulk.run(ids, 'trash')}
          >
            {t('select.trash')}
          </Button>
        </>
      )}
      {dialog === 'new' && (
        <CollectionDialog
          title={t('collection.new')}
          initial=""
          save={async (name) => bulk.run(ids, 'collect', await create.mutateAsync(name))}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && (
        <Dialog opened onClose={() => setDialog(null)} title={t('select.deleteTitle')} size={400}>
          <Text mb="md">{t('select.deleteText', { count: ids.length })}</Text>
          <Button
            fullWidth
            color="red"
            onClick={() => {
              setDialog(null)
              bulk.run(ids, 'delete')
            }}
          >
            {t('select.delete')}
          </Button>
        </Dialog>
      )}
    </div>
  )
}
