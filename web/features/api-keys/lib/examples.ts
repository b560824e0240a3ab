/** The variable in which examples expect the key. */
export const KEY_VARIABLE = 'ATELIER_API_KEY'

export const EXAMPLE_LANGUAGES = ['curl', 'python', 'typescript'] as const
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number]

const curl = (origin: string): string => `curl ${origin}/v1/images/generations \\
  -H "Authorization: Bearer $${KEY_VARIABLE}" \\
  -H "Content-Type: application/json" \\
  -d '{"prompt": "a red fox in the snow", "response_format": "url"}'`

const python = (origin: string): string => `# pip install openai
import base64, os
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ["${KEY_VARIABLE}"])
made = client.images.generate(prompt="a red fox in the snow")
with open("fox.png", "wb") as file:
    file.write(base64.b64decode(made.data[0].b64_json))`

const typescript = (origin: string): string => `// npm install openai
import { writeFile } from 'node:fs/promises'
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: process.env.${KEY_VARIABLE} })
const made = await client.images.generate({ prompt: 'a red fox in the snow' })
await writeFile('fox.png', Buffer.from(made.data[0].b64_json, 'base64'))`

/** Programs that make an image at a site, ready to run with a key in {@link KEY_VARIABLE}. */
export const examplesAt = (origin: string): Record<ExampleLanguage, string> => ({
  curl: curl(origin),
  python: python(origin),
  typescript: typescript(origin),
})
