import { Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { LIMITS } from '#contract/jobs/drawing.ts'
import { useSession } from '#web/lib/session.ts'
import { useAbilities } from '../api/use-generation-servers.ts'
import { useSourcePicture } from '../api/use-source-picture.ts'
import { FEATHER, PADDING, rangeProblem } from '../lib/check-request.ts'
import { useGenerationForm } from '../lib/form-store.ts'
import {
  canKeepPixels,
  isPadded,
  keepsPixels,
  NO_PADDING,
  resultSize,
  SIDES,
} from '../lib/source.ts'
import { useSource } from '../lib/source-store.ts'
import { fitSize, SIZE_TIERS, type Size, sizeOf } from '../lib/sizes.ts'
import type { FieldProblems } from '../lib/use-order.ts'
import { Fold } from './prompt-fields.tsx'
import { Setting } from './setting.tsx'
import classes from './source.module.css'

const SAME = 'same'
const SIDE_NAMES = { left: 'Left', top: 'Top', right: 'Right', bottom: 'Bottom' }

/** How the picture to start from is used: strength, mask edge, added space, size. */
export function SourceSettings({ problems }: { problems: FieldProblems }) {
  const { source, change } = useSource()
  const { form } = useGenerationForm()
  const signedIn = useSession().me !== null
  const picture = useSourcePicture(source.imageId, signedIn).picture ?? null
  const drawn = Math.max(1, Math.floor(form.steps * source.strength))
  return (
    <>
      <Setting
        label="Strength"
        description={
          source.strength === 0
            ? 'The image as it is.'
            : `How far the result may leave the image: ${drawn} of ${form.steps} steps are drawn.`
        }
        min={0}
        max={1}
        step={0.05}
        value={source.strength}
        problem={problems['strength']}
        onChange={(strength) => change({ strength })}
      />
      {source.maskId !== null && (
        <Setting
          label="Mask feather"
          description="Pixels over which what is repainted blends into the image."
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
  const { source, change } = useSource()
  const { form } = useGenerationForm()
  const { features } = useAbilities(form.model)
  const { padding } = source
  const [opened, { toggle }] = useDisclosure(isPadded(padding))
  const usable = features.has('outpaint') && picture !== null && canKeepPixels(picture)
  return (
    <Fold
      label="Add space around"
      changed={SIDES.filter((side) => padding[side] > 0).length}
      opened={opened}
      onToggle={toggle}
      onReset={() => change({ padding: NO_PADDING })}
    >
      {picture !== null && !usable && (
        <Text size="xs" c="dimmed">
          {features.has('outpaint')
            ? `The image must have ${LIMITS.size.min} to ${LIMITS.size.max} pixels on each side.`
            : 'Not available with this model.'}
        </Text>
      )}
      <div className={classes.paddings}>
        {SIDES.map((side) => (
          <NumberInput
            key={side}
            label={`${SIDE_NAMES[side]} (px)`}
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
      {problem !== undefined && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </Fold>
  )
}

/** As large as the picture, or of a usual size in its shape. */
function ResultSize({ picture, problem }: { picture: Size | null; problem: string | undefined }) {
  const { source, change } = useSource()
  const label = useId()
  const kept = keepsPixels(source)
  const result = picture && resultSize(source, picture)
  const isResult = (size: Size) => size.width === result?.width && size.height === result.height
  const whole = picture && fitSize(picture)
  const tier = picture && SIZE_TIERS.find(({ edge }) => isResult(sizeOf(picture, edge)))
  const chosen = whole === null || isResult(whole) ? SAME : (tier?.label ?? '')
  const isReduced = source.size === null && chosen !== SAME && !kept
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={700} id={label}>
          Size
        </Text>
        {result !== null && (
          <Text size="sm" c="dimmed" className={classes.numbers}>
            {result.width} x {result.height} px
          </Text>
        )}
      </Group>
      <SegmentedControl
        fullWidth
        aria-labelledby={label}
        disabled={picture === null || kept}
        value={kept ? SAME : chosen}
        onChange={(value) => {
          const wanted = SIZE_TIERS.find((offered) => offered.label === value)
          change({ size: wanted && picture ? sizeOf(picture, wanted.edge) : whole })
        }}
        data={[
          { value: SAME, label: 'As it is' },
          ...SIZE_TIERS.map((offered) => ({ value: offered.label, label: offered.label })),
        ]}
      />
      {kept && (
        <Text size="xs" c="dimmed">
          With a mask or added space the image keeps its own pixels.
        </Text>
      )}
      {isReduced && whole !== null && (
        <Text size="xs" c="dimmed">
          Your image is larger. "As it is" makes {whole.width} x {whole.height} px, for more
          credits.
        </Text>
      )}
      {problem !== undefined && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
