import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconHeartFilled } from '@tabler/icons-react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { Hint } from '#web/ui/hint.tsx'
import type { ReadyAction } from '../lib/use-result-actions.ts'
import { useTexts } from '../texts.ts'
import classes from './viewer.module.css'

/** What can be done with the image: the usual as buttons and icons, then the tools by their names. */
export function ViewerButtons({
  image,
  actions,
}: {
  image: PredictionImage
  actions: readonly ReadyAction[]
}) {
  const t = useTexts()
  const download = actions.find(({ id }) => id === 'download')
  const saveAs = actions.find(({ id }) => id === 'saveAs')
  const reuse = actions.find(({ id }) => id === 'reuse')
  // The prompt has a button of its own to copy it.
  const icons = actions.filter(
    ({ id, isTool }) => !isTool && !['download', 'saveAs', 'reuse', 'copyPrompt'].includes(id),
  )
  const tools = actions.filter(({ isTool }) => isTool)
  return (
    <Stack gap={8}>
      <Group gap={8} wrap="nowrap">
        {download && (
          <Button
            flex={1}
            h={44}
            px="xs"
            leftSection={<download.icon size={18} />}
            onClick={download.run}
          >
            {download.label}
          </Button>
        )}
        {reuse && (
          <Button
            flex={1}
            h={44}
            px="xs"
            variant="default"
            leftSection={<reuse.icon size={18} />}
            onClick={reuse.run}
          >
            {reuse.label}
          </Button>
        )}
        {saveAs && (
          <Hint label={saveAs.label}>
            <ActionIcon variant="default" size={44} aria-label={saveAs.label} onClick={saveAs.run}>
              <saveAs.icon size={20} />
            </ActionIcon>
          </Hint>
        )}
      </Group>
      <Group gap={8}>
        {icons.map(({ id, label, icon: Icon, run }) => (
          <Hint key={id} label={label}>
            <ActionIcon
              variant="default"
              size={44}
              // A button that stays pressed keeps its name.
              aria-label={id === 'like' ? t('result.like') : label}
              aria-pressed={id === 'like' ? image.is_favorite : undefined}
              onClick={run}
            >
              {id === 'like' && image.is_favorite ? (
                <IconHeartFilled size={20} />
              ) : (
                <Icon size={20} />
              )}
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
