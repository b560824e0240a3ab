import { Alert, Button, Group, Text } from '@mantine/core'
import { useDecideExamples, useExamples } from '../api/use-examples.ts'

/** Once an installation is live: whether the examples that came with the app stay in explore. */
export function ExamplesQuestion() {
  const { data } = useExamples()
  const decide = useDecideExamples()
  if (!data?.asks) return null
  return (
    <Alert title="Keep the examples?" color="blue">
      <Text size="sm" mb="sm">
        Explore still shows {data.images} images and {data.models} models that came with the app.
        Removed, they don’t come back; the built-in model and its styles stay.
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          loading={decide.isPending && decide.variables}
          onClick={() => decide.mutate(true)}
        >
          Keep
        </Button>
        <Button
          loading={decide.isPending && !decide.variables}
          onClick={() => decide.mutate(false)}
        >
          Remove the examples
        </Button>
      </Group>
    </Alert>
  )
}
