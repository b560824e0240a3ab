import { Group, NumberInput, Stack, Text } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { useSession } from '#web/lib/session.ts'
import { Segments } from '#web/ui/segments.tsx'
import { modelOf, useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useSourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { FEATHER, PADDING, useProblems } from '../lib/check-request.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import {
  canKeepPixels,
  isPadded,
  keepsPixels,
  NO_PADDING,
  resultSize,
  SIDES,
} from '#web/features/generate/lib/source.ts'
import { useSource } from '#web/features/generate/lib/source-store.ts'
import { fitSize, SIZE_TIERS, type Size, sizeOf } from '#web/features/generate/lib/sizes.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { Fold } from '../panel/fold.tsx'
import { Setting } from '../panel/setting.tsx'
import classes from '#web/features/generate/source/source.module.css'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from './texts.ts'

const SAME = 'same'

/** How the picture to start from is used: strength, mask edge, added space, size. */
export function SourceSettingFields({ problems }: { problems: FieldProblems }) {
  const t = useTexts()
  const { source, change } = useSource()
  const { form } = useGenerationForm()
  const signedIn = useSession().me !== null
  const picture = useSourcePicture(source.imageId, signedIn).picture ?? null
  const { models } = useAbilities(form.model)
  const drawsKnown = modelOf(models, form.model)?.draws === 'known_things'
  const strengthHint = drawsKnown
    ? t('sourceSettings.strengthOfKnown', { isAnother: source.strength < 0.5 ? 'no' : 'yes' })
    : t('sourceSettings.strengthHint')
  return (
    <>
      <Setting
        label={t('sourceSettings.strength')}
        description={source.strength === 0 ? t('sourceSettings.unchanged') : strengthHint}
        min={0}
        max={1}
        step={0.05}
        value={source.strength}
        problem={problems['strength']}
        onChange={(strength) => change({ strength })}
      />
      {source.maskId !== null && (
        <Setting
          label={t('sourceSettings.feather')}
          description={t('sourceSettings.featherHint')}
          min={0}
          max={FEATHER.max}
          step={1}
          value={source.feather}
          problem={problems['mask_feather'] ?? problems['mask']}
          onChange={(feather) => change({ feather })}
        />
      )}
      <SpaceField picture={picture} problem={problems['outpaint']} />
      <ResultSize picture={picture} problem={problems['width'] ?? problems['height']} />
    </>
  )
}

/** Space that is added around the picture and painted; the frame above shows it. */
function SpaceField({ picture, problem }: { picture: Size | null; problem: string | undefined }) {
  const t = useTexts()
  const { source, change } = useSource()
  const { form } = useGenerationForm()
  const { features } = useAbilities(form.model)
  const { rangeProblem } = useProblems()
  const { padding } = source
  const [opened, { toggle }] = useDisclosure(isPadded(padding))
  const usable = features.has('outpaint') && picture !== null && canKeepPixels(picture)
  return (
    <Fold
      label={t('spaceField.label')}
      changed={SIDES.filter((side) => padding[side] > 0).length}
      opened={opened}
      onToggle={toggle}
      onReset={() => change({ padding: NO_PADDING })}
    >
      {picture !== null && !usable && (
        <Text size="xs" c="dimmed">
          {features.has('outpaint')
            ? t('spaceField.size', { min: LIMITS.size.min, max: LIMITS.size.max })
            : t('spaceField.notAble')}
        </Text>
      )}
      <div className={classes.paddings}>
        {SIDES.map((side) => (
          <NumberInput
            key={side}
            label={t(`space.${side}`)}
            min={0}
            max={PADDING.max}
            step={32}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            error={rangeProblem(padding[side], PADDING)}
            disabled={!usable && padding[side] === 0}
            value={padding[side]}
            onChange={(value) =>
              typeof value === 'number' && change({ padding: { ...padding, [side]: value } })
            }
          />
        ))}
      </div>
      <Problem>{problem}</Problem>
    </Fold>
  )
}

/** As large as the picture, or of a usual size in its shape. */
function ResultSize({ picture, problem }: { picture: Size | null; problem: string | undefined }) {
  const t = useTexts()
  const { source, change } = useSource()
  const label = useId()
  const kept = keepsPixels(source)
  const result = picture && resultSize(source, picture)
  const isResult = (size: Size) => size.width === result?.width && size.height === result.height
  const whole = picture && fitSize(picture)
  const tier = picture && SIZE_TIERS.find(({ edge }) => isResult(sizeOf(picture, edge)))
  const chosen = whole === null || isResult(whole) ? SAME : String(tier?.edge ?? '')
  const isReduced = source.size === null && chosen !== SAME && !kept
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={700} id={label}>
          {t('resultSize.label')}
        </Text>
        {result !== null && (
          <Text size="sm" c="dimmed" className={classes.numbers}>
            {t('resultSize.pixels', { width: result.width, height: result.height })}
          </Text>
        )}
      </Group>
      <Segments
        fullWidth
        aria-labelledby={label}
        disabled={picture === null || kept}
        value={kept ? SAME : chosen}
        onChange={(value) => {
          const wanted = SIZE_TIERS.find(({ edge }) => String(edge) === value)
          change({ size: wanted && picture ? sizeOf(picture, wanted.edge) : whole })
        }}
        data={[
          { value: SAME, label: t('resultSize.same') },
          ...SIZE_TIERS.map(({ edge }) => ({ value: String(edge), label: t(`sizeTier.${edge}`) })),
        ]}
      />
      {kept && (
        <Text size="xs" c="dimmed">
          {t('resultSize.kept')}
        </Text>
      )}
      {isReduced && whole !== null && (
        <Text size="xs" c="dimmed">
          {t('resultSize.reduced', { width: whole.width, height: whole.height })}
        </Text>
      )}
      <Problem>{problem}</Problem>
    </Stack>
  )
}
