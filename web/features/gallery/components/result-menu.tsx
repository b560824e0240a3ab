import { Menu, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMergedRef } from '@mantine/hooks'
import { use, useRef } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { focusOf, type TakenOver } from '#web/ui/deferred-menu.tsx'
import { ResultHandlersContext } from '../lib/result-handlers.ts'
import { useResultActions } from '../lib/use-result-actions.ts'
import { useTexts } from '../texts.ts'
import classes from './gallery.module.css'

/** The menu of a tile: everything that can be done with its image. */
export function ResultMenu({
  image,
  startsOpen,
  startsFocused,
}: TakenOver & { image: PredictionImage }) {
  const t = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const ref = useMergedRef(button, focusOf(startsFocused))
  const actions = useResultActions(use(ResultHandlersContext))(image)
  return (
    <Menu
      defaultOpened={startsOpen}
      position="bottom-end"
      width={220}
      radius="md"
      withinPortal
      // Of a menu that came open nobody noted where the focus was.
      onClose={() => button.current?.focus({ preventScroll: true })}
    >
      <Menu.Target>
        <UnstyledButton ref={ref} aria-label={t('pictureTile.menu')} className={classes.tileAction}>
          <IconDots size={18} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ id, label, icon: Icon, run }) => (
          <Menu.Item
            key={id}
            leftSection={<Icon size={18} />}
            color={id === 'remove' ? 'red' : undefined}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
        {image.shows_child && (
          <Menu.Item aria-disabled closeMenuOnClick={false} c="dimmed" fz="xs">
            {t('result.ofChild')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
