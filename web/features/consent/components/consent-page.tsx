import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConsentRequest } from '#contract/consent-links.ts'
import { api, call } from '#web/lib/api.ts'
import { handleError } from '#web/lib/errors.ts'
import { byLanguage } from '#web/lib/format.ts'
import { useSite } from '#web/lib/site.ts'
import { Question } from '#web/ui/question.tsx'
import { useTexts } from '../texts.ts'

type Answer = 'agree' | 'decline' | 'allow_sharing' | 'end_sharing' | 'withdraw'

/** Where the person in the photos of a studio answers, and withdraws later; `request` is null for a link that does not work. */
export function ConsentPage({ token, request }: { token: string; request: ConsentRequest | null }) {
  const t = useTexts()
  return (
    <Stack maw={640} gap="md">
      {request ? (
        <Request token={token} first={request} />
      ) : (
        <>
          <Title order={1}>{t('gone.title')}</Title>
          <Text>{t('gone.text')}</Text>
        </>
      )}
    </Stack>
  )
}

function Request({ token, first }: { token: string; first: ConsentRequest }) {
  const t = useTexts()
  const { brand } = useSite()
  const [sharing, setSharing] = useState(false)
  const [request, setRequest] = useState(first)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (answer: Answer) =>
      call(api.consentLinks.answer, {
        params: { id: token },
        body: { answer, ...(answer === 'agree' && { sharing }) },
      }),
    onSuccess: setRequest,
    onError: handleError,
  })
  const { state, account, object_type: object } = request
  const name = account || t('nobody')
  const isOver = state === 'withdrawn' || state === 'deleted'
  const button = (answer: Answer) => ({
    h: 44,
    loading: isPending && variables === answer,
    disabled: isPending,
    onClick: () => mutate(answer),
  })
  return (
    <>
      <Title order={1} style={{ overflowWrap: 'anywhere' }}>
        {t(`title.${state}`, { name })}
      </Title>
      <Text role="status">{t(`state.${state}`, { name, day: formatDay(request.expires_at) })}</Text>
      {isOver && request.receipt && <Receipt receipt={request.receipt} />}
      {!isOver && <Terms request={request} name={name} site={brand.name} object={object} />}
      {state === 'open' && (
        <Checkbox
          checked={sharing}
          label={t('sharing.allow', { name })}
          description={t('sharing.hint')}
          onChange={({ currentTarget }) => setSharing(currentTarget.checked)}
        />
      )}
      {state === 'agreed' && (
        <div>
          <Text mb="xs">{t(request.sharing ? 'sharing.on' : 'sharing.off', { name })}</Text>
          <Button variant="default" {...button(request.sharing ? 'end_sharing' : 'allow_sharing')}>
            {t(request.sharing ? 'sharing.end' : 'sharing.start')}
          </Button>
        </div>
      )}
      {state === 'open' && (
        <Group gap="sm">
          <Button {...button('agree')}>{t('agree')}</Button>
          <Button variant="default" {...button('decline')}>
            {t('decline')}
          </Button>
        </Group>
      )}
      {(state === 'agreed' || state === 'declined') && (
        <Withdraw state={state} isPending={isPending} onWithdraw={() => mutate('withdraw')} />
      )}
      <Text size="sm" c="dimmed">
        {t(isOver ? 'keepNothing' : 'keepLink')}
      </Text>
    </>
  )
}

/** What is agreed to: what for, for how long, and how it ends. */
function Terms({
  request: { photos, keep_days: days },
  name,
  site,
  object,
}: {
  request: ConsentRequest
  name: string
  site: string
  object: ConsentRequest['object_type']
}) {
  const t = useTexts()
  const terms = [
    ['what', t(`what.${object}`, { name, site })],
    ['photos', t('photos', { photos })],
    ['kept', t('kept', { days })],
    ['model', t('model', { name })],
    ['end', t('end')],
  ] as const
  return (
    <dl>
      {terms.map(([term, text]) => (
        <div key={term}>
          <Text component="dt" fw={600}>
            {t(`term.${term}`)}
          </Text>
          <Text component="dd" m={0} mb="sm" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </div>
      ))}
    </dl>
  )
}

function Withdraw({
  state,
  isPending,
  onWithdraw,
}: {
  state: 'agreed' | 'declined'
  isPending: boolean
  onWithdraw(): void
}) {
  const t = useTexts()
  const label = t(state === 'agreed' ? 'withdraw' : 'deletePhotos')
  return (
    <Question
      label={label}
      question={t('withdrawQuestion')}
      no={t('withdrawNo')}
      yes={t('withdrawYes')}
      size="sm"
      isPending={isPending}
      onYes={onWithdraw}
    >
      <Button variant="default" c="red" h={44} style={{ alignSelf: 'flex-start' }}>
        {label}
      </Button>
    </Question>
  )
}

function Receipt({ receipt }: { receipt: NonNullable<ConsentRequest['receipt']> }) {
  const t = useTexts()
  const { photos, samples, models, shares, is_complete: isComplete } = receipt
  return (
    <Text>
      {t(isComplete ? 'receipt' : 'receiptSoon', { photos, samples, models })}
      {shares > 0 && ` ${t('receiptShares', { shares })}`}
    </Text>
  )
}

const days = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
)

/** `November 3, 2026` */
const formatDay = (instant: string): string => days().format(new Date(instant))
