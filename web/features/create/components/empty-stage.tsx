import { Button, Text, Title } from '@mantine/core'
import { useSite } from '#web/lib/site.ts'
import { useGenerationForm } from '../lib/form-store.ts'
import { useTool } from '../lib/tool.ts'
import classes from './stage.module.css'

/** Before the first picture: one picture of the model, one sentence, and examples that work. */
export function EmptyStage() {
  const { change } = useGenerationForm()
  const { brand } = useSite()
  const tool = useTool()
  return (
    <div className={classes.empty}>
      <img
        src="/styles/3d.webp"
        alt="A sample of the 3D style, made by the built-in model"
        width={160}
        height={160}
      />
      <Title order={2} size="h3">
        Your images appear here
      </Title>
      {tool === 'image' && (
        <Text maw="44ch">
          Choose an image, say what it should become, and set how far the result may leave it. Paint
          a mask to change only a part.
        </Text>
      )}
      <Text c="dimmed" maw="44ch">
        The built-in model draws illustrations, objects, animals, food and faces in emoji style, on
        a lit backdrop unless you name a background. It cannot make photographs of people.
      </Text>
      <div className={classes.examples}>
        {brand.hero.examples.map((prompt) => (
          <Button
            key={prompt}
            variant="default"
            radius="xl"
            size="sm"
            onClick={() => {
              change({ prompt })
              document.getElementById('prompt')?.focus()
            }}
          >
            {prompt}
          </Button>
        ))}
      </div>
    </div>
  )
}
