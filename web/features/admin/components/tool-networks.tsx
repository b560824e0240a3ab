import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ToolNetwork } from '#contract/admin-models.ts'
import { Noted, StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useSwitchNetwork } from '../api/use-models.ts'
import { NetworkComparison } from './network-comparison.tsx'

const STATES: Record<ToolNetwork['state'], StateLook> = {
  offered: { label: 'Not here', color: 'gray' },
  here: { label: 'Off', color: 'yellow' },
  on: { label: 'On', color: 'green' },
}

const TOOLS: Record<ToolNetwork['slot'], string> = {
  foreground: 'Cut-outs, backgrounds, avatars, headshots and videos',
  inpainting: 'Remove object',
  upscaling: 'Upscale with Pro',
  depth: 'Videos of images, control images of depth',
  selection: 'Selecting objects by pointing at them',
}

function Actions({
  network,
  isComing,
  onAdd,
  onCompare,
  onRemove,
}: {
  network: ToolNetwork
  isComing: boolean
  onAdd(id: string): void
  onCompare(network: ToolNetwork): void
  onRemove(id: string): void
}) {
  const change = useSwitchNetwork()
  const { id, name, state, problem } = network
  if (isComing) return 'On its way'
  if (state === 'offered')
    return (
      <SmallButton onClick={() => onAdd(id)} aria-label={`Add ${name}`}>
        Add
      </SmallButton>
    )
  return (
    <Group gap="xs" wrap="nowrap">
      <SmallButton onClick={() => onCompare(network)} aria-label={`Compare ${name}`}>
        Compare
      </SmallButton>
      {(state === 'on' || problem === null) && (
        <Button
          variant={state === 'on' ? 'default' : 'filled'}
          size="compact-sm"
          loading={change.isPending}
          onClick={() => change.mutate({ id, on: state !== 'on' })}
          aria-label={`Switch ${name} ${state === 'on' ? 'off' : 'on'}`}
        >
          {state === 'on' ? 'Switch off' : 'Switch on'}
        </Button>
      )}
      <SmallButton onClick={() => onRemove(id)} aria-label={`Remove ${name}`}>
        Remove
      </SmallButton>
    </Group>
  )
}

const needsOf = ({ download_mb: size, run_ms: ms, source }: ToolNetwork): string =>
  [`${size} MB`, ...(ms === null ? [] : [`${(ms / 1000).toFixed(1)} s a run here`]), source].join(
    ', ',
  )

/** Networks that can do the work of tools in the place of those that come with the program. */
export function ToolNetworks({
  networks,
  coming,
  onAdd,
  onRemove,
}: {
  networks: readonly ToolNetwork[]
  /** Ids of those that are on their way. */
  coming: ReadonlySet<string>
  onAdd(id: string): void
  onRemove(id: string): void
}) {
  const [compared, setCompared] = useState<ToolNetwork | null>(null)
  return (
    <section>
      <Title order={2} fz="lg" mb={4}>
        Networks for tools
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Each does the work of its tools in the place of the built-in network, from the next job on.
        Compare it on a photo before you switch it on.
      </Text>
      <DataTable
        label="Networks for tools"
        rows={networks}
        keyOf={({ id }) => id}
        empty="The catalogue is empty."
        columns={[
          {
            title: 'Network',
            render: ({ name, maker, purpose }) => (
              <div>
                <Noted note={`${purpose} ${maker}.`}>
                  <b>{name}</b>
                </Noted>
              </div>
            ),
          },
          {
            title: 'Tools',
            render: (network) => (
              <div>
                <Noted note={needsOf(network)}>{TOOLS[network.slot]}</Noted>
              </div>
            ),
          },
          {
            title: 'State',
            render: ({ state, problem }) => (
              <div>
                <Noted note={problem === null ? null : 'Cannot be on while people pay here'}>
                  <StateBadge look={STATES[state]} />
                </Noted>
              </div>
            ),
          },
          {
            title: 'License of weights',
            render: ({ licences, commercial }) => (
              <div>
                <Noted note={commercial ? null : 'Not for commercial use'}>
                  {licences.weights}
                </Noted>
              </div>
            ),
          },
          {
            title: 'License of data',
            render: ({ licences }) => licences.data ?? 'Not stated',
          },
          {
            title: 'Action',
            render: (network) => (
              <Actions
                network={network}
                isComing={coming.has(network.id)}
                onAdd={onAdd}
                onCompare={setCompared}
                onRemove={onRemove}
              />
            ),
          },
        ]}
      />
      {compared && <NetworkComparison network={compared} onClose={() => setCompared(null)} />}
    </section>
  )
}
