import { Text } from '@mantine/core'
import { IconFolder, IconFolderPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import { useTexts } from '../texts.ts'
import classes from './library.module.css'

/** Where images that are being dragged can be dropped. Keyboard and touch have the menu of the selection instead. */
export function DropTray({
  count,
  collections,
  onDrop,
  onDropNew,
}: {
  /** Images that are being dragged. */
  count: number
  collections: readonly Collection[]
  onDrop(collection: Collection): void
  onDropNew(): void
}) {
  const t = useTexts()
  return (
    <section className={classes.tray} aria-label={t('drag.label')}>
      <Text size="sm" fw={700}>
        {t('drag.hint', { count })}
      </Text>
      <div className={classes.targets}>
        {collections.map((collection) => (
          <Target key={collection.id} onDrop={() => onDrop(collection)}>
            <IconFolder size={18} aria-hidden /> {collection.name}
          </Target>
        ))}
        <Target onDrop={onDropNew}>
          <IconFolderPlus size={18} aria-hidden /> {t('drag.new')}
        </Target>
      </div>
    </section>
  )
}

function Target({ onDrop, children }: { onDrop(): void; children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={classes.target}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      {children}
    </div>
  )
}
