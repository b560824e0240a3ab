import { Button, Group } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { use } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { ResultHandlersContext } from '#web/features/gallery/lib/result-handlers.ts'
import { useResultActions } from '#web/features/gallery/lib/use-result-actions.ts'
import classes from './tool.module.css'
import type { Tool } from './tool.ts'
import { useTexts } from '../texts.ts'

export interface ResultButtonsProps {
  tool: Tool
  image: PredictionImage
  /** In place of the usual one, as for a cut-out on a backdrop. */
  onDownload?: () => void
  onDetails: (image: PredictionImage) => void
}

/** The buttons of a result's bar. */
export function ResultButtons({ tool, image, onDownload, onDetails }: ResultButtonsProps) {
  const t = useTexts()
  const handlers = use(ResultHandlersContext)
  const actions = useResultActions(onDownload ? { ...handlers, download: onDownload } : handlers)(
    image,
  ).filter(({ id }) => id !== tool.key)
  return (
    <Group gap={8} className={classes.results} role="group" aria-label={t('resultBar.label')}>
      {actions.map(({ id, label, icon: Icon, run }) => (
        <Button
          key={id}
          variant={id === 'download' ? 'filled' : 'default'}
          className={classes.action}
          leftSection={<Icon size={18} />}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <Button
        variant="default"
        className={classes.action}
        leftSection={<IconInfoCircle size={18} />}
        onClick={() => onDetails(image)}
      >
        {t('resultBar.details')}
      </Button>
    </Group>
  )
}
