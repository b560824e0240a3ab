import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { use } from 'react'
import { Link } from 'react-router'
import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import type { Quote } from '#contract/quotes.ts'
import { useSession } from '#web/lib/session.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from './texts.ts'
import classes from './frame.module.css'
import type { UnseenProblem } from './problem-places.ts'
import { isBlocking, type Notice } from '../notice/generate-notice.ts'
import { WaitsContext } from './use-wait.ts'

const loadNotice = () => import('../notice/notice-line.tsx').then(({ NoticeLine }) => NoticeLine)

export interface GenerateBarProps {
  /** What the button does: a verb, as in "Generate". */
  verb: string
  /** What the button says will be drawn, where that is not all of what was asked for. */
  draws?: string | null
  /** Whether the button says too that it will be an illustration. */
  illustrates?: boolean
  /** Whether nothing of what was asked for is understood, so that there is nothing to order. */
  isNothing?: boolean
  /** Whether fewer images would cost less. */
  saving?: boolean
  /** Credits for the whole request; null while unknown. */
  cost: number | null
  /** What the same request cost a moment ago; null or left out: that has not changed. */
  was?: number | null
  /** Credits to spend; null when signed out. */
  balance: number | null
  /** How many of the pictures would carry the watermark. */
  marked: number
  pending: boolean
  /** Whether the button is not the first thing to press: this was ordered just now, or another tool does it better. */
  isQuiet?: boolean
  /** What stands in the way, or null. */
  notice: Notice | null
  /** What the quote says of the request, as it is shown. */
  warnings?: Quote['warnings']
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
  const t = useTexts()
  const { canBuy } = useSession()
  if (balance === null) return null
  const missing = cost === null ? 0 : Math.max(0, cost - balance)
  if (missing > 0) {
    return (
      <Text size="sm" role="status">
        {canBuy
          ? t.rich('generateBar.missing', {
              credits: missing,
              link: <Anchor component="button" type="button" size="sm" onClick={onUpgrade} />,
              saving: saving ? 'fewer' : 'none',
            })
          : t('generateBar.missingLimited', {
              credits: missing,
              saving: saving ? 'fewer' : 'none',
            })}
      </Text>
    )
  }
  return (
    <Group justify="space-between" gap="xs" className={classes.money}>
      <Text size="sm" c="dimmed" className={classes.numbers}>
        {t('generateBar.balance', { credits: balance })}
      </Text>
      {marked > 0 && (
        <Hint long label={t('generateBar.watermarkRule', { free: FREE_PICTURES_A_MONTH })}>
          <Text size="sm" c="dimmed" tabIndex={0} className={classes.hint}>
            {t('generateBar.watermarked', { count: marked })}
          </Text>
        </Hint>
      )}
    </Group>
  )
}

/** What is wrong, once: beside its field where that is in sight, and else here. */
function Unseen({ problem, onShow }: { problem: UnseenProblem; onShow: (() => void) | undefined }) {
  const t = useTexts()
  return (
    <Problem>
      {problem.text}
      {problem.place !== null && (
        <>
          {' '}
          <Anchor component="button" type="button" size="sm" onClick={onShow}>
            {t('generateBar.showSetting')}
          </Anchor>
        </>
      )}
    </Problem>
  )
}

/** Where the words of a language need it, a button has a second line. */
const WRAPPING = {
  h: 'auto',
  py: 4,
  styles: { inner: { minHeight: 36 }, label: { whiteSpace: 'normal', lineHeight: 1.25 } },
} as const

/** It keeps the keyboard, which is lost to a disabled button. */
const WAITING = {
  variant: 'default',
  leftSection: <Loader size={18} />,
  'aria-disabled': true,
} as const

/** Price, balance and the button; on the button is the price, or what the panel around this waits for. */
export function GenerateBar(props: GenerateBarProps) {
  const t = useTexts()
  const { verb, cost, balance, pending, notice, onUpgrade, loginLink, settingsButton } = props
  const { problem = null, was = null, draws = null, isNothing = false, isQuiet = false } = props
  const [[wait]] = use(WaitsContext)
  const waiting = wait && t(`generateBar.wait.${wait.for}`)
  const tooFew = balance !== null && cost !== null && cost > balance
  return (
    <Stack gap={8} className={classes.bar}>
      {/* Nobody unverified has credits: what is missing first stands alone. */}
      {notice?.kind !== 'unverified' && <Money {...props} />}
      {notice !== null && (
        <Deferred load={loadNotice} props={{ notice, onUpgrade }} fallback={<Group h={20} />} />
      )}
      {was !== null && cost !== null && (
        <Text size="sm" role="status">
          {t('generateBar.changed', { was, credits: cost })}
        </Text>
      )}
      {props.warnings?.map(({ code, message }) => (
        <Text key={code} size="sm" c="dimmed" role="status">
          {message}
        </Text>
      ))}
      {/* What is missing, or stands in the way, has been said above. */}
      {problem !== null && notice === null && !tooFew && (
        <Unseen problem={problem} onShow={props.onShowProblem} />
      )}
      <span role="status" className={classes.spoken}>
        {waiting}
      </span>
      <Group gap={8} wrap="nowrap">
        {settingsButton}
        {balance === null ? (
          <Button component={Link} to={loginLink} size="md" fullWidth {...WRAPPING}>
            {t('generateBar.login', { verb: verb.toLowerCase() })}
          </Button>
        ) : (
          <Button
            type="submit"
            size="md"
            fullWidth
            // Not loading, which disables it: see WAITING.
            aria-disabled={pending || undefined}
            onClick={(event) => pending && event.preventDefault()}
            leftSection={pending ? <Loader size={18} color="currentcolor" /> : undefined}
            variant={isQuiet ? 'default' : 'filled'}
            disabled={tooFew || isBlocking(notice) || isNothing}
            {...WRAPPING}
            {...(waiting !== undefined && WAITING)}
            title={t('generateBar.shortcut')}
          >
            {waiting ??
              (cost === null || isNothing
                ? verb
                : t('generateBar.price', {
                    verb:
                      draws === null
                        ? verb
                        : t(props.illustrates ? 'generateBar.illustrate' : 'generateBar.drawOnly', {
                            draws,
                          }),
                    credits: cost,
                  }))}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
