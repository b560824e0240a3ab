import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { Hint } from '#web/ui/hint.tsx'
import type { ReadyAction } from '../lib/use-result-actions.ts'
import { useTexts } from '../texts.ts'
import classes from './viewer.module.css'

/** Actions that come first, as under every result. */
const FIRST = ['download', 'share', 'img_editor', 'like'] as const
type First = (typeof FIRST)[number]

const isFirst = (id: ReadyAction['id']): id is First => FIRST.some((first) => first === id)

/** Shows the actions of an image: the buttons of every result, then icons of the rest, then the tools by name. */
export function ViewerButtons({
  image,
  actions,
}: {
  image: PredictionImage
  actions: readonly ReadyAction[]
}) {
  const t = useTexts()
  const first = FIRST.flatMap((id) => {
    const action = actions.find((one) => one.id === id)
    return action ? [{ ...action, id }] : []
  })
  const reuse = actions.find(({ id }) => id === 'reuse')
  const others = actions.filter(({ id }) => !isFirst(id))
  // The prompt has a button of its own to copy it.
  const icons = others.filter(({ id, isTool }) => !isTool && id !== 'reuse' && id !== 'copyPrompt')
  const tools = others.filter(({ isTool }) => isTool)
  const heart = image.is_favorite ? IconHeartFilled : IconHeart
  return (
    <Stack gap={8}>
      <div className={classes.toolButtons}>
        {first.map(({ id, label, icon, run }) => {
          const Icon = id === 'like' ? heart : icon
          return (
            <Button
              key={id}
              h={44}
              px={6}
              variant={id === 'download' ? 'filled' : 'default'}
              leftSection={<Icon size={18} />}
              // A button that stays pressed keeps its name.
              aria-pressed={id === 'like' ? image.is_favorite : undefined}
              onClick={run}
            >
              {/* Beside it may be the tool that edits by words, whose button is called Edit. */}
              {id === 'like' ? t('resultBar.like') : label}
            </Button>
          )
        })}
      </div>
      <Group gap={8}>
        {reuse && (
          <Button
            flex="1 0 auto"
            h={44}
            px="xs"
            variant="default"
            leftSection={<reuse.icon size={18} />}
            onClick={reuse.run}
          >
            {reuse.label}
          </Button>
        )}
        {icons.map(({ id, label, icon: Icon, run }) => (
          <Hint key={id} label={label}>
            <ActionIcon variant="default" size={44} aria-label={label} onClick={run}>
              <Icon size={20} />
            </ActionIcon>
          </Hint>
        ))}
      </Group>
      {image.shows_child && (
        <Text size="sm" c="dimmed">
          {t('result.ofChild')}
        </Text>
      )}
      {tools.length > 0 && (
        <div className={classes.toolButtons}>
          {tools.map(({ id, label, icon: Icon, run }) => (
            <Button
              key={id}
              h={44}
              px={6}
              fz="xs"
              variant="default"
              leftSection={<Icon size={16} />}
              onClick={run}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </Stack>
  )
}
