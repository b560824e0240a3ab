import { Checkbox, Stack, Text } from '@mantine/core'
import type { Face } from '#contract/faces.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { Problem } from '#web/ui/problem.tsx'
import { type Choices, pairsOf, problemOn } from './pairs.ts'

const KEEP = 'keep'

/** Which face goes where, and the statement that it may. */
export function SwapFields({
  sources,
  targets,
  choices,
  consent,
  problems,
  onChange,
}: {
  sources: readonly Face[]
  targets: readonly Face[]
  choices: Choices
  consent: boolean
  problems: FieldProblems
  onChange: (change: { choices?: Choices; consent?: boolean }) => void
}) {
  const t = useTexts()
  return (
    <>
      <PairFields
        sources={sources}
        targets={targets}
        choices={choices}
        problem={problems['pairs'] ?? null}
        onChange={(next) => onChange({ choices: next })}
      />
      <section>
        <Checkbox
          label={t('faceSwap.statement')}
          checked={consent}
          onChange={({ currentTarget }) => onChange({ consent: currentTarget.checked })}
        />
        <Problem mt={6}>{!consent && problems['consent']}</Problem>
      </section>
    </>
  )
}

/** Which face goes where, when there is a choice. */
function PairFields({
  sources,
  targets,
  choices,
  problem,
  onChange,
}: {
  sources: readonly Face[]
  targets: readonly Face[]
  choices: Choices
  problem: string | null
  onChange: (choices: Choices) => void
}) {
  const t = useTexts()
  const pairs = pairsOf(choices, sources, targets)
  const hasChoice = sources.length > 1 || targets.length > 1
  if (sources.length === 0 || targets.length === 0 || !(hasChoice || problem !== null)) return null
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd="none">
      <Text component="legend" size="sm" fw={700}>
        {t('facePairs.legend')}
      </Text>
      {targets.map((face) => (
        <NativeSelect
          key={face.index}
          label={t('facePairs.faceToChange', { face: face.index + 1 })}
          disabled={problemOn(face, 'target') !== null}
          description={problemOn(face, 'target')}
          value={String(pairs.find(({ target }) => target === face.index)?.source ?? KEEP)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...choices, [face.index]: value === KEEP ? null : Number(value) })
          }
          data={[
            { value: KEEP, label: t('facePairs.keep') },
            ...sources.map((one) => ({
              value: String(one.index),
              label: t('facePairs.becomes', { face: one.index + 1 }),
              disabled: problemOn(one, 'source') !== null,
            })),
          ]}
        />
      ))}
      <Problem>{problem}</Problem>
    </Stack>
  )
}
