import { Button, Text } from '@mantine/core'
import { InputField } from '../frame/input-field.tsx'
import type { Input } from '../frame/use-input.ts'
import { FaceMarks } from './face-marks.tsx'
import { problemOf } from './pairs.ts'
import type { useFaces } from './use-faces.ts'

/** One of the two photos, with its faces numbered and what is to be known of them. */
export function FaceInput({
  label,
  input,
  found: { faces, failed, retry },
  problem,
  takesDrops,
}: {
  label: string
  input: Input
  found: ReturnType<typeof useFaces>
  problem: string | null
  takesDrops: boolean
}) {
  const { picture } = input
  const wrong = faces && picture ? problemOf(faces) : null
  const warnings = [...new Set((faces ?? []).flatMap((face) => face.warnings))]
  return (
    <div>
      <InputField
        label={label}
        input={input}
        problem={wrong ?? problem}
        takesDrops={takesDrops}
        overlay={picture && faces && <FaceMarks faces={faces} size={picture} />}
      />
      {picture && (
        <div role="status">
          {!faces && !failed && (
            <Text size="sm" c="dimmed" mt={6}>
              Looking for faces
            </Text>
          )}
          {faces && faces.length > 0 && (
            <Text size="sm" c="dimmed" mt={6}>
              {faces.length === 1 ? '1 face found' : `${faces.length} faces found`}
            </Text>
          )}
          {wrong === null &&
            warnings.map((warning) => (
              <Text key={warning} size="sm" mt={4}>
                {warning}
              </Text>
            ))}
        </div>
      )}
      {failed && (
        <Text size="sm" mt={6}>
          The faces could not be looked for.{' '}
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            Try again
          </Button>
        </Text>
      )}
    </div>
  )
}
