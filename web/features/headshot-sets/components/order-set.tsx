import {
  Anchor,
  Button,
  Checkbox,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useId } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  HEADSHOT_AGES,
  HEADSHOT_ATTIRE,
  HEADSHOT_GENDERS,
  HEADSHOT_SCENES,
  HEADSHOT_SET,
  type HeadshotOrder,
} from '#contract/headshot-runs.ts'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { paths } from '#web/app/paths.ts'
import { usePriceList } from '#web/features/create/api/use-quote.ts'
import { useStartQuote } from '#web/features/studios/api/use-studios.ts'
import { canStart } from '#web/features/studios/lib/look.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { formatCredits } from '#web/lib/format.ts'
import { messageOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { PictureChoices } from '#web/features/tools/choices/picture-choices.tsx'
import { useCardPrice, useOrderSet } from '../api/use-sets.ts'
import { SCENE_SAMPLES } from '../lib/scenes.ts'
import { useTexts } from '../texts.ts'
import { CardPrice } from './card-price.tsx'
import classes from './sets.module.css'

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
const WITHOUT_TRAINING = new Set(['free', 'basic'])

const isOneOf =
  <T extends string>(all: readonly T[]) =>
  (value: string): value is T =>
    all.some((one) => one === value)
const isAttire = isOneOf(HEADSHOT_ATTIRE)
const isScene = isOneOf(HEADSHOT_SCENES)

/** What the set is to show, what it costs in whole, and the button. */
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
  const price = useSetPrice(studio, choice.shots)
  const [isChecked, setChecked] = useState(false)
  const genderLabel = useId()
  const change = (some: Partial<Choice>) => setChoice((before) => ({ ...before, ...some }))
  const { gender, age_range: age, attire, backgrounds, shots } = choice
  const wrong = (is: boolean, text: string) => (isChecked && is ? text : null)
  const isRed = canStart(studio) && studio.coach.level === 'red'
  const scenes = HEADSHOT_SCENES.map((id) => ({
    id,
    name: t(`scene.${id}`),
    sample_url: SCENE_SAMPLES[id],
  }))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (shots < HEADSHOT_SET.least || shots > most) return
        if (gender === '' || age === null || attire.length === 0 || backgrounds.length === 0) return
        order.mutate({
          gender,
          age_range: age,
          attire,
          backgrounds,
          shots,
          ...(isByCard
            ? { pay_by: 'card', cost: cardPrice }
            : { pay_by: 'credits', ...(price && { cost: price.cost }) }),
        })
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
          {wrong(gender === '', t('order.genderMissing')) !== null && (
            <Text size="sm" c="red" role="alert" mt={6}>
              {t('order.genderMissing')}
            </Text>
          )}
        </div>
        <Select
          label={t('order.age')}
          placeholder={t('order.ageChoose')}
          value={age}
          data={[...HEADSHOT_AGES]}
          error={wrong(age === null, t('order.ageMissing'))}
          onChange={(value) =>
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
          error={wrong(shots > most, t('order.shotsHint', { least: HEADSHOT_SET.least, most }))}
          min={HEADSHOT_SET.least}
          max={most}
          clampBehavior="blur"
          allowDecimal={false}
          value={shots}
          onChange={(value) => change({ shots: Number(value) })}
        />
        {isRed && <Text>{t('order.photosFirst')}</Text>}
        {order.isError && (
          <Text c="red" role="alert">
            {messageOf(order.error)}
          </Text>
        )}
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
        {isByCard ? (
          <CardPrice
            price={cardPrice}
            shots={shots}
            trains={canStart(studio)}
            isOff={isRed}
            isPending={order.isPending}
          />
        ) : (
          <Price studio={studio} shots={shots} isOff={isRed} isPending={order.isPending} />
        )}
      </Stack>
    </form>
  )
}

/** What all of it costs, as it is shown and sent along; null until it is known. */
function useSetPrice(studio: LoraTraining, shots: number) {
  const prices = usePriceList()
  const { data } = useStartQuote(studio.id)
  if (!data || !prices) return null
  const training = canStart(studio) ? data.cost : 0
  const drawn = shots * prices.headshot
  return { training, drawn, cost: training + drawn }
}

/** Line by line, what it needs, and the button that pays it. */
function Price({
  studio,
  shots,
  isOff,
  isPending,
}: {
  studio: LoraTraining
  shots: number
  isOff: boolean
  isPending: boolean
}) {
  const t = useTexts()
  const { me } = useSession()
  const { show } = useDialogs()
  const price = useSetPrice(studio, shots)
  const quote = useStartQuote(studio.id)
  if (quote.isError && !quote.data) {
    return <ErrorState what={t('order.priceFailed')} onRetry={() => void quote.refetch()} />
  }
  if (!price || !me) return <Text>{t('order.priceComes')}</Text>
  const { training, drawn, cost } = price
  const missing = cost - me.credits
  const needsPlan = canStart(studio) && !studio.is_free && WITHOUT_TRAINING.has(me.plan.name)
  const label = t('order.button', { count: shots, credits: formatCredits(cost) })
  return (
    <>
      <div className={classes.price}>
        {canStart(studio) && <Line label={t('order.training')} value={formatCredits(training)} />}
        <Line label={t('order.drawn', { count: shots })} value={formatCredits(drawn)} />
        <Line label={t('order.total')} value={formatCredits(cost)} />
        <Line label={t('order.balance')} value={formatCredits(me.credits)} />
      </div>
      <Text size="sm" c="dimmed">
        {t('order.terms')}
      </Text>
      {missing > 0 && !needsPlan && (
        <Text size="sm">
          {t.rich('order.missing', {
            credits: formatCredits(missing),
            link: <Anchor component={Link} to={paths.pricing.link()} inherit />,
          })}
        </Text>
      )}
      {needsPlan ? (
        <Button onClick={() => show('upgrade')}>{label}</Button>
      ) : (
        <Button type="submit" loading={isPending} disabled={isOff || missing > 0}>
          {label}
        </Button>
      )}
    </>
  )
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <div className="tabular">
    <span>{label}</span>
    <span>{value}</span>
  </div>
)
