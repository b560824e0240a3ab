import { Checkbox, NumberInput, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { HeadshotCallBody, HeadshotOrder } from '#contract/headshot-runs.ts'
import {
  HEADSHOT_AGES,
  HEADSHOT_ATTIRE,
  HEADSHOT_GENDERS,
  HEADSHOT_SCENES,
  HEADSHOT_SET,
} from '#contract/values/headshot-runs.ts'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { paths } from '#contract/paths.ts'
import { useStartQuote } from '#web/features/studios/api/use-studios.ts'
import { Advice, adviceOf } from '#web/features/studios/components/advice.tsx'
import { Example } from '#web/features/studios/components/example.tsx'
import { useIsChecking } from '#web/features/studios/lib/checked-photos.ts'
import { canStart, waitsForConsent } from '#web/features/studios/lib/look.ts'
import { ApiError } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { confirmSpending } from '#web/lib/spend-request.ts'
import { Segments } from '#web/ui/segments.tsx'
import { PictureChoices } from '#web/features/tool-page/choices/picture-choices.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useSetPrice } from '../api/use-set-price.ts'
import { useCardPrice, useOrderSet } from '../api/use-sets.ts'
import { SCENE_SAMPLES } from '../lib/scenes.ts'
import { useTexts } from '../texts.ts'
import { CardPrice } from './card-price.tsx'
import { SetPrice } from './set-price.tsx'

type Choice = Omit<HeadshotOrder, 'gender' | 'age_range' | 'attire' | 'backgrounds'> & {
  gender: HeadshotOrder['gender'] | ''
  age_range: HeadshotOrder['age_range'] | null
  attire: HeadshotOrder['attire']
  backgrounds: HeadshotOrder['backgrounds']
}

const FIRST: Choice = {
  gender: '',
  age_range: null,
  attire: ['suit', 'blazer'],
  backgrounds: ['studio', 'office'],
  shots: HEADSHOT_SET.usual,
}

const isOneOf =
  <T extends string>(all: readonly T[]) =>
  (value: string): value is T =>
    all.some((one) => one === value)
const isAttire = isOneOf(HEADSHOT_ATTIRE)
const isScene = isOneOf(HEADSHOT_SCENES)

/** An order that can be quoted; null while something of it is missing or wrong. */
function completeOrder(
  { gender, age_range: age, attire, backgrounds, shots }: Choice,
  payBy: HeadshotCallBody['pay_by'],
): HeadshotCallBody | null {
  const most = payBy === 'card' ? HEADSHOT_SET.usual : HEADSHOT_SET.most
  if (!Number.isInteger(shots) || shots < HEADSHOT_SET.least || shots > most) return null
  if (gender === '' || age === null || attire.length === 0 || backgrounds.length === 0) return null
  return { gender, age_range: age, attire, backgrounds, shots, pay_by: payBy }
}

/** What the set is to show, what of the photos is accepted, what it costs in whole, and the button. */
export function OrderSet({ studio }: { studio: LoraTraining }) {
  const t = useTexts()
  const navigate = useNavigate()
  const order = useOrderSet(studio.id, ({ id, payment }) => {
    if (payment?.url) window.location.assign(payment.url)
    else void navigate(paths.headshotSet.link(id))
  })
  const cardPrice = useCardPrice()
  // What is trained already is not paid again, unless somebody asks for it.
  const [asksCredits, setAsksCredits] = useState(!canStart(studio))
  const isByCard = cardPrice !== null && !asksCredits
  const payLabel = useId()
  const [choice, setChoice] = useState(FIRST)
  const most = isByCard ? HEADSHOT_SET.usual : HEADSHOT_SET.most
  const complete = completeOrder(choice, isByCard ? 'card' : 'credits')
  const price = useSetPrice(studio, choice.shots, complete)
  const [isChecked, setChecked] = useState(false)
  const [waived, setWaived] = useState<string[]>([])
  const genderLabel = useId()
  const change = (some: Partial<Choice>) => setChoice((before) => ({ ...before, ...some }))
  const { gender, age_range: age, attire, backgrounds, shots } = choice
  // The price comes in a moment, and is to be seen first.
  const isComing = complete !== null && price.quote === null && price.refusal === null
  const wrong = (is: boolean, text: string) => (isChecked && is ? text : null)
  const trains = canStart(studio)
  const isRed = trains && studio.coach.level === 'red'
  const isWaiting = trains && waitsForConsent(studio)
  const advice = trains && !isRed ? adviceOf(studio) : []
  const isUnanswered = advice.some(({ code }) => !waived.includes(code))
  const isChecking = useIsChecking(studio.id)
  const isOff = isRed || isWaiting || isUnanswered || isChecking
  const { data: start } = useStartQuote(studio.id)
  const scenes = HEADSHOT_SCENES.map((id) => ({
    id,
    name: t(`scene.${id}`),
    sample_url: SCENE_SAMPLES[id],
  }))
  async function pay(body: Parameters<typeof order.mutate>[0]): Promise<void> {
    if (!(await confirmSpending(price.quote))) return
    order.mutate(body, {
      // The price may be another one now.
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409) price.refresh()
      },
    })
  }
  return (
    <Form
      onSubmit={() => {
        setChecked(true)
        if (isOff || complete === null || price.quote === null) return
        void pay({ ...complete, quote: price.quote.id, ...(trains && { waive: waived }) })
      }}
    >
      <Stack gap="md">
        <Title order={2} fz="lg">
          {t('order.title')}
        </Title>
        <div>
          <Text size="sm" fw={700} id={genderLabel} mb={6}>
            {t('order.gender')}
          </Text>
          <Segments
            fullWidth
            aria-labelledby={genderLabel}
            value={gender}
            onChange={(value) => change({ gender: value })}
            data={HEADSHOT_GENDERS.map((value) => ({ value, label: t(`gender.${value}`) }))}
          />
          <Problem mt={6}>
            {wrong(gender === '', t('order.genderMissing')) !== null && t('order.genderMissing')}
          </Problem>
        </div>
        <NativeSelect
          label={t('order.age')}
          value={age ?? ''}
          data={[{ value: '', label: t('order.ageChoose') }, ...HEADSHOT_AGES]}
          error={wrong(age === null, t('order.ageMissing'))}
          onChange={({ currentTarget: { value } }) =>
            change({ age_range: HEADSHOT_AGES.find((one) => one === value) ?? null })
          }
        />
        <Checkbox.Group
          label={t('order.attire')}
          value={attire}
          error={wrong(attire.length === 0, t('order.attireMissing'))}
          onChange={(value) => change({ attire: value.filter(isAttire) })}
        >
          <SimpleGrid cols={2} spacing="xs" my="xs">
            {HEADSHOT_ATTIRE.map((value) => (
              <Checkbox key={value} value={value} label={t(`attire.${value}`)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <PictureChoices
          isTall
          chosen={backgrounds}
          choices={{ data: { results: scenes }, isPending: false, isError: false, refetch() {} }}
          problem={wrong(backgrounds.length === 0, t('order.backgroundsMissing'))}
          onChange={(value) => change({ backgrounds: value.filter(isScene) })}
          texts={{
            label: t('order.backgrounds'),
            all: t('order.all'),
            none: t('order.none'),
            failed: '',
          }}
        />
        <NumberInput
          label={t('order.shots')}
          description={t('order.shotsHint', { least: HEADSHOT_SET.least, most })}
          error={wrong(
            shots < HEADSHOT_SET.least || shots > most,
            t('order.shotsHint', { least: HEADSHOT_SET.least, most }),
          )}
          min={HEADSHOT_SET.least}
          max={most}
          clampBehavior="blur"
          allowDecimal={false}
          value={shots}
          onChange={(value) => change({ shots: Number(value) })}
        />
        {cardPrice !== null && (
          <div>
            <Text size="sm" fw={700} id={payLabel} mb={6}>
              {t('order.pay')}
            </Text>
            <Segments
              fullWidth
              aria-labelledby={payLabel}
              value={isByCard ? 'card' : 'credits'}
              onChange={(value) => setAsksCredits(value === 'credits')}
              data={[
                { value: 'card', label: t('order.byCard') },
                { value: 'credits', label: t('order.byCredits') },
              ]}
            />
          </div>
        )}
        {trains && start && <Example example={start.example} heading={3} />}
        <Advice advice={advice} waived={waived} onChange={setWaived} />
        {isChecking && <Text role="status">{t('order.checking')}</Text>}
        {isRed && <Text>{t('order.photosFirst')}</Text>}
        {isWaiting && <Text>{t('order.consentFirst')}</Text>}
        <Problem size="md">{!isOff && price.refusal !== null && messageOf(price.refusal)}</Problem>
        <Problem size="md">{order.isError && messageOf(order.error)}</Problem>
        {isByCard ? (
          <CardPrice
            price={price}
            listed={cardPrice}
            shots={shots}
            trains={trains}
            isOff={isOff || isComing}
            isPending={order.isPending}
          />
        ) : (
          <SetPrice
            studio={studio}
            shots={shots}
            price={price}
            isOff={isOff || isComing}
            isPending={order.isPending}
          />
        )}
      </Stack>
    </Form>
  )
}
