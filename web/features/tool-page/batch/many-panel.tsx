import { Button, Text } from '@mantine/core'
import { BATCH_LIMITS } from '#contract/values/jobs/batch.ts'
import type { Many } from './use-many.ts'
import classes from './batch.module.css'
import { useTexts } from './texts.ts'
import { Problem } from '#web/ui/problem.tsx'

/** How many images an order has, and what is still on its way. */
export function ManyPanel({ many }: { many: Many }) {
  const t = useTexts()
  const { pictures, queue, leftOut } = many
  const sending = queue.uploads.filter(({ problem }) => problem === null).length
  return (
    <div className={classes.count}>
      <Text size="sm" fw={700} className="tabular" role="status">
        {t('manyPanel.count', { count: pictures.length })}
        {sending > 0 && `, ${t('manyPanel.uploading', { count: sending })}`}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        color="gray"
        className={classes.button}
        onClick={many.clear}
      >
        {t('manyPanel.remove')}
      </Button>
      <Text size="sm" c="dimmed" className={classes.wide}>
        {t('manyPanel.onePrice')}
      </Text>
      <Problem className={classes.wide}>
        {leftOut > 0 && t('manyPanel.leftOut', { most: BATCH_LIMITS.jobs, count: leftOut })}
      </Problem>
    </div>
  )
}
