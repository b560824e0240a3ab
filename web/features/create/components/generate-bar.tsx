import { Anchor, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { Link } from 'react-router'
import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import { formatCredits } from '#web/lib/format.ts'
import classes from './frame.module.css'
import type { UnseenProblem } from '../lib/problem-places.ts'
import { GenerateNotice, isBlocking, type Notice } from './generate-notice.tsx'

export interface GenerateBarProps {
  /** What the button does: a verb, as in "Generate". */
  verb: string
  /** How it can cost less, as in "choose fewer pictures"; null where it cannot. */
  saving: string | null
  /** Credits for the whole request; null while unknown. */
  cost: number | null
  /** Credits to spend; null when signed out. */
  balance: number | null
  /** How many of the pictures would carry the watermark. */
  marked: number
  pending: boolean
  /** What stands in the way, or null. */
  notice: Notice | null
  /** What is wrong and cannot be seen beside its field, or null. */
  problem?: UnseenProblem | null
  /** Brings the field of the problem into sight. */
  onShowProblem?: () => void
  /** Ways on when credits are missing. */
  onUpgrade: () => void
  loginLink: string
  /** Beside the button. */
  settingsButton?: React.ReactNode
}

function Money({ cost, balance, marked, saving, onUpgrade }: GenerateBarProps) {
  if (balance === null) return null
  const missing = cost === null ? 0 : Math.max(0, cost - balance)
  if (missing > 0) {
    return (
      <Text size="sm" role="status">
        {formatCredits(missing)} missing.{' '}
        <Anchor component="button" type="button" size="sm" onClick={onUpgrade}>
          Get more credits
        </Anchor>
        {saving === null ? '.' : ` or ${saving}.`}
      </Text>
    )
  }
  return (
    <Group justify="space-between" gap="xs" className={classes.money}>
      <Text size="sm" c="dimmed" className={classes.numbers}>
        Balance {formatCredits(balance)}
      </Text>
      {marked > 0 && (
        <Tooltip
          multiline
          w={260}
          events={{ hover: true, focus: true, touch: true }}
          label={`Your first ${FREE_PICTURES_A_MONTH} images each month have no watermark, whichever credits you use. Later ones carry a small watermark until you have a paid plan or buy credits.`}
        >
          <Text size="sm" c="dimmed" tabIndex={0} className={classes.hint}>
            {marked} with watermark
          </Text>
        </Tooltip>
      )}
    </Group>
  )
}

/** What is wrong, once: beside its field where that is in sight, and else here. */
function Problem({
  problem,
  onShow,
}: {
  problem: UnseenProblem
  onShow: (() => void) | undefined
}) {
  return (
    <Text size="sm" c="red" role="alert">
      {problem.text}
      {problem.place !== null && (
        <>
          {' '}
          <Anchor component="button" type="button" size="sm" onClick={onShow}>
            Show the setting
          </Anchor>
        </>
      )}
    </Text>
  )
}

/** Price, balance and the button; the price is on the button. */
export function GenerateBar(props: GenerateBarProps) {
  const { verb, cost, balance, pending, notice, onUpgrade, loginLink, settingsButton } = props
  const { problem = null } = props
  const tooFew = balance !== null && cost !== null && cost > balance
  return (
    <Stack gap={8} className={classes.bar}>
      {/* Nobody unverified has credits: what is missing first stands alone. */}
      {notice?.kind !== 'unverified' && <Money {...props} />}
      {notice !== null && <GenerateNotice notice={notice} onUpgrade={onUpgrade} />}
      {/* What is missing, or stands in the way, has been said above. */}
      {problem !== null && notice === null && !tooFew && (
        <Problem problem={problem} onShow={props.onShowProblem} />
      )}
      <Group gap={8} wrap="nowrap">
        {settingsButton}
        {balance === null ? (
          <Button component={Link} to={loginLink} size="md" h={44} fullWidth>
            Log in to {verb.toLowerCase()}
          </Button>
        ) : (
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={pending}
            disabled={tooFew || isBlocking(notice)}
            h={44}
            title="Ctrl + Enter"
          >
            {cost === null ? verb : `${verb} - ${formatCredits(cost)}`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
