import { Button, Group, Stack, Text } from '@mantine/core'
import { formatCredits } from '#web/lib/format.ts'
import { useSpendRequest } from '#web/lib/spend-request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useTexts } from '../texts.ts'
import classes from './spending-dialog.module.css'

const WIDTH = 440

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** What a large order costs line by line, what is left after it, and the one confirmation before it is paid. */
export function SpendingDialog() {
  const t = useTexts()
  const { spending, answer } = useSpendRequest()
  if (!spending || !answer) return null
  const { cost, balance, lines } = spending.quote
  return (
    <Dialog
      opened
      onClose={() => answer(false)}
      title={t('spending.title', { credits: cost })}
      size={WIDTH}
    >
      <Stack gap="md">
        <dl className={`${classes.lines} tabular`}>
          {spending.facts.map((fact) => (
            <Line key={fact.label} {...fact} />
          ))}
          {lines.length > 1 &&
            lines.map(({ label, amount }) => (
              <Line key={label} label={label} value={formatCredits(amount)} />
            ))}
          <Line label={t('spending.cost')} value={formatCredits(cost)} />
          <Line label={t('spending.balance')} value={formatCredits(balance)} />
          <Line label={t('spending.left')} value={formatCredits(balance - cost)} />
        </dl>
        <Text size="sm" c="dimmed">
          {t('spending.terms')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" mih={44} onClick={() => answer(false)}>
            {t('spending.cancel')}
          </Button>
          <Button mih={44} data-autofocus onClick={() => answer(true)}>
            {t('spending.confirm', { credits: cost })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
