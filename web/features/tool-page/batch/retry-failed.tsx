import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Job } from '#contract/inference-jobs.ts'
import { useQuote } from '#web/features/generate/api/use-quote.ts'
import { useOrder } from '#web/features/generate/panel/use-order.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { formatCredits } from '#web/lib/format.ts'
import { Problem } from '#web/ui/problem.tsx'
import classes from './batch.module.css'
import { requestOf } from './request-of.ts'
import { useTexts } from './texts.ts'

/** Orders what failed or was canceled once more, as a batch of its own with a price of its own. */
export function RetryFailed({
  jobs,
  onBatch,
}: {
  jobs: readonly Job[]
  onBatch: (batch: { id: string }) => void
}) {
  const t = useTexts()
  const request = useMemo(() => ({ jobs: jobs.map(requestOf) }), [jobs])
  const price = useQuote(request, true)
  const order = useOrder(request, price, onBatch)
  const problems = Object.values({ ...fieldErrorsOf(price.refusal), ...order.problems })
  const count = jobs.length
  return (
    <>
      <Button
        variant="default"
        className={classes.button}
        loading={order.pending}
        disabled={order.full || price.quote?.enough === false}
        onClick={() => order.send(request)}
      >
        {price.cost === null
          ? t('batch.retryNoPrice', { count })
          : t('batch.retry', { count, credits: formatCredits(price.cost) })}
      </Button>
      <Problem className={classes.wide}>{problems[0]}</Problem>
    </>
  )
}
