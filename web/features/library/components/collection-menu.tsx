import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import { handleError } from '#web/lib/errors.ts'
import { useChangeCollections } from '../api/use-library.ts'
import { useTexts } from '../texts.ts'
import { CollectionDialog } from './collection-dialog.tsx'

/** What can be done with the collection that is open. */
export function CollectionMenu({
  collection,
  onRemoved,
}: {
  collection: Collection
  onRemoved(): void
}) {
  const t = useTexts()
  const { rename, remove } = useChangeCollections()
  const [isRenaming, setRenaming] = useState(false)
  const { id, name } = collection
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('collection.manage')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRenaming(true)}>{t('collection.rename')}</Menu.Item>
          <Menu.Item
            color="red"
            onClick={() =>
              remove.mutate(id, {
                onSuccess: () => {
                  notifications.show({ message: t('collection.removed') })
                  onRemoved()
                },
                onError: handleError,
              })
            }
          >
            {t('collection.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRenaming && (
        <CollectionDialog
          title={t('collection.rename')}
          initial={name}
          save={(changed) => rename.mutateAsync({ id, name: changed })}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}
