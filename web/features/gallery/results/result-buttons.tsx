import { Button, Group, Menu } from '@mantine/core'
import { IconDots, IconHeart, IconHeartFilled, IconInfoCircle } from '@tabler/icons-react'
import { use } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { ResultHandlersContext } from '../lib/result-handlers.ts'
import { type ReadyAction, useResultActions } from '../lib/use-result-actions.ts'
import classes from './result-bar.module.css'
import { useTexts } from '../texts.ts'

export interface ResultButtonsProps {
  image: PredictionImage
  /** Of several images, which it belongs to: icons alone, and the image in its name. */
  name?: string
  /** Left out: the tool whose page this is. */
  without?: ReadyAction['id']
  /** In place of the usual one, as for a cut-out on a backdrop. */
  onDownload?: () => void
  onDetails: (image: PredictionImage) => void
}

/** Actions with a button of their own, in this order; all others are behind More. */
const SHOWN = ['download', 'share', 'img_editor', 'like'] as const
type Shown = (typeof SHOWN)[number]

const isShown = (id: ReadyAction['id']): id is Shown => SHOWN.some((shown) => shown === id)

function MoreMenu({
  actions,
  onDetails,
}: {
  actions: readonly ReadyAction[]
  onDetails: () => void
}) {
  const t = useTexts()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.action}
          data-compact
          leftSection={<IconDots size={18} />}
        >
          {t('resultBar.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions
          .filter(({ id }) => id !== 'remove')
          .map(({ id, label, icon: Icon, run }) => (
            <Menu.Item key={id} leftSection={<Icon size={18} />} onClick={run}>
              {label}
            </Menu.Item>
          ))}
        <Menu.Item leftSection={<IconInfoCircle size={18} />} onClick={onDetails}>
          {t('resultBar.details')}
        </Menu.Item>
        {actions
          .filter(({ id }) => id === 'remove')
          .map(({ id, label, icon: Icon, run }) => (
            <Menu.Item key={id} leftSection={<Icon size={18} />} color="red" onClick={run}>
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The same few buttons under every result: Download, Share, Edit, Favorite, and a menu of all else. */
export function ResultButtons({ image, name, without, onDownload, onDetails }: ResultButtonsProps) {
  const t = useTexts()
  const handlers = use(ResultHandlersContext)
  const actions = useResultActions(onDownload ? { ...handlers, download: onDownload } : handlers)(
    image,
  ).filter(({ id }) => id !== without)
  const isFirst = (id: Shown) => id === 'download' && name === undefined
  const nameOf = (id: Shown, label: string) =>
    id === 'img_editor' || id === 'like' ? t(`resultBar.${id}`) : label
  const shown = SHOWN.flatMap((id) => {
    const action = actions.find((one) => one.id === id)
    return action ? [{ ...action, id }] : []
  })
  return (
    <Group
      gap={8}
      className={classes.results}
      data-icons={name === undefined ? undefined : true}
      role="group"
      aria-label={
        name === undefined ? t('resultBar.label') : t('imageActions.label', { image: name })
      }
    >
      {shown.map(({ id, label, icon, run }) => {
        const Icon = id === 'like' ? (image.is_favorite ? IconHeartFilled : IconHeart) : icon
        return (
          <Button
            key={id}
            variant={isFirst(id) ? 'filled' : 'default'}
            className={classes.action}
            data-compact={isFirst(id) ? undefined : true}
            title={name === undefined ? undefined : nameOf(id, label)}
            leftSection={<Icon size={18} />}
            // A button that stays pressed keeps its name.
            aria-pressed={id === 'like' ? image.is_favorite : undefined}
            onClick={run}
          >
            {nameOf(id, label)}
          </Button>
        )
      })}
      <MoreMenu
        actions={actions.filter(({ id }) => !isShown(id))}
        onDetails={() => onDetails(image)}
      />
    </Group>
  )
}
