/** The guide; its prompts are in `prompts.ts`. */
export const GUIDE = {
  // Guide
  Guide: 'Guía',
  'How to get the image you have in mind: prompts, sizes, seeds, steps, guidance and models, each shown side by side with real results.':
    'Cómo lograr la imagen que imaginas: prompts, tamaños, semillas, pasos, guía y modelos, cada uno comparado con resultados reales.',
  'Get the image you have in mind': 'Logra la imagen que imaginas',
  'Each page of this guide changes one thing and keeps the rest, so that you see what it does. Every image was drawn by this site with the settings shown beside it. “Try this” fills the create page with them.':
    'Cada página de esta guía cambia una sola cosa y deja igual el resto, para que veas qué hace. Este sitio dibujó todas las imágenes con los ajustes que ves al lado. “Pruébalo” los copia en la página de creación.',
  'A castle in front of an orange evening sky':
    'Un castillo frente a un cielo naranja de atardecer',
  'Open the create page': 'Abrir la página de creación',
  'One thing at a time': 'Una cosa a la vez',
  Prompt: 'Prompt',
  'What to write, in which order, and what to leave out.':
    'Qué escribir, en qué orden y qué dejar fuera.',
  'Aspect ratio': 'Proporción',
  'Square, wide or tall: what a shape does to an image.':
    'Cuadrada, ancha o alta: qué le hace la forma a una imagen.',
  Parameters: 'Parámetros',
  'Every control of the create page in one line each.':
    'Cada control de la página de creación, en una línea.',
  Seed: 'Semilla',
  'Why two runs differ, and how to get the same image again.':
    'Por qué dos intentos difieren y cómo volver a obtener la misma imagen.',
  Steps: 'Pasos',
  'How long an image is worked on, and when more stops helping.':
    'Cuánto se trabaja una imagen y cuándo más pasos dejan de ayudar.',
  'Advanced parameters': 'Parámetros avanzados',
  'Samplers, guidance, variations and the hires pass.':
    'Samplers, guía, variaciones y la pasada hires.',
  'AI models': 'Modelos de IA',
  'What a model knows, and which one to choose.': 'Qué conoce un modelo y cuál elegir.',
  'A first image in three steps': 'Tu primera imagen en tres pasos',
  'Name one thing': 'Nombra una sola cosa',
  'Start with what the image is about: “a fox”. The page tells you what the model understood before you pay.':
    'Empieza por el tema de la imagen: “un zorro”. La página te dice qué entendió el modelo antes de que pagues.',
  'Say where it is': 'Di dónde está',
  'Add a place or a background: “a fox in the snow”, “a fox on a yellow background”.':
    'Agrega un lugar o un fondo: “un zorro en la nieve”, “un zorro sobre un fondo amarillo”.',
  'Choose how it is drawn': 'Elige cómo se dibuja',
  'Pick a style below the prompt. The four images of one run differ in their seed; keep the one you like and change one thing at a time.':
    'Elige un estilo debajo del prompt. Las cuatro imágenes de un mismo intento difieren en la semilla; quédate con la que te guste y cambia una cosa a la vez.',

  // Prompt
  'Prompt guide': 'Guía de prompts',
  'What to write in a prompt: the thing first, then where it is and how it is drawn. With real images for each change of words.':
    'Qué escribir en un prompt: primero la cosa, luego dónde está y cómo se dibuja. Con imágenes reales de cada cambio de palabras.',
  'Write a prompt that is understood': 'Escribe un prompt que se entienda',
  'A prompt says what is in the image, where it is and how it looks. The first thing you name counts most.':
    'Un prompt dice qué hay en la imagen, dónde está y cómo se ve. Lo primero que nombras es lo que más cuenta.',
  'Two penguins standing in the snow': 'Dos pingüinos de pie en la nieve',
  'Write a prompt': 'Escribir un prompt',
  'This site draws illustrations of 2,085 things that it knows by name. If it does not know what your prompt is about, it says so, suggests others and charges nothing.':
    'Este sitio dibuja ilustraciones de 2085 cosas que conoce por su nombre. Si no conoce el tema de tu prompt, te lo dice, sugiere otros y no cobra nada.',
  'Add one thing at a time': 'Agrega una cosa a la vez',
  'The seed stays the same; only the words change.':
    'La semilla es la misma; solo cambian las palabras.',
  'An owl on a plain backdrop': 'Un búho sobre un fondo liso',
  'A blue owl on a plain backdrop': 'Un búho azul sobre un fondo liso',
  'A blue owl in front of a night sky': 'Un búho azul frente a un cielo nocturno',
  'Two blue owls in front of a night sky': 'Dos búhos azules frente a un cielo nocturno',
  'What each part does': 'Qué hace cada parte',
  'The thing': 'La cosa',
  'A noun that everybody would use: “a sailboat”, not “a vessel of dreams”. Put it first.':
    'Un sustantivo que cualquiera usaría: “un velero”, no “una nave de ensueño”. Ponlo primero.',
  'How many': 'Cuántas',
  'A number before it: “three stars”. Up to four things come out well in one image.':
    'Un número delante: “tres estrellas”. En una imagen salen bien hasta cuatro cosas.',
  Color: 'Color',
  'Before the thing it belongs to: “a red car on a blue background”.':
    'Detrás de la cosa a la que pertenece: “un auto rojo sobre un fondo azul”.',
  Place: 'Lugar',
  '“On the grass”, “on the sea”, “in the snow”, “in the desert”, “at night”, “at sunset”, “in space”, or a color: “on a pink background”.':
    '“En la hierba”, “en el mar”, “en la nieve”, “en el desierto”, “de noche”, “al atardecer”, “en el espacio” o un color: “sobre un fondo rosa”.',
  Style: 'Estilo',
  'Choose a preset, or write its words at the end: “flat style”, “3d style”.':
    'Elige uno de la lista o escribe su nombre al final: “estilo plano”, “estilo 3D”.',
  'The background is part of the prompt': 'El fondo es parte del prompt',
  'Where nothing is said, you get a lit backdrop that sets the thing off.':
    'Si no dices nada, obtienes un fondo iluminado que hace resaltar la cosa.',
  'A sailboat on a plain backdrop': 'Un velero sobre un fondo liso',
  'A sailboat on the sea': 'Un velero en el mar',
  'A sailboat at sunset': 'Un velero al atardecer',
  'A sailboat on yellow': 'Un velero sobre amarillo',
  'Common questions': 'Preguntas frecuentes',
  'Does a longer prompt give a better image?': '¿Un prompt más largo da una mejor imagen?',
  'No. Words that the model does not know are left out, and the page lists them below the prompt. Five clear words beat fifty vague ones.':
    'No. Las palabras que el modelo no conoce se omiten, y la página las muestra debajo del prompt. Cinco palabras claras valen más que cincuenta vagas.',
  'Why is part of my prompt ignored?': '¿Por qué se ignora una parte de mi prompt?',
  'The page shows what was understood and what was not before you press Generate. Rename what it does not know, or choose another model if this site has one.':
    'La página muestra qué se entendió y qué no antes de que presiones el botón. Cambia el nombre de lo que no conoce o elige otro modelo, si este sitio tiene uno.',
  'What does a negative prompt do?': '¿Qué hace un prompt negativo?',
  'It steers away from what it names. Models that learned from millions of images heed it well; illustrations show only what the prompt names, so there it changes little.':
    'Aleja la imagen de lo que nombra. Los modelos que aprendieron de millones de imágenes lo respetan bien; las ilustraciones solo muestran lo que nombra el prompt, así que ahí cambia poco.',
  'Read on': 'Sigue leyendo',
  'Keep an image you like and change one word.':
    'Conserva una imagen que te guste y cambia una palabra.',
  Styles: 'Estilos',
  'The same thing, drawn six ways.': 'La misma cosa, dibujada de seis maneras.',

  // Aspect ratio
  'Square, wide or tall: how the shape of an image changes what is in it, which sizes to choose and what they cost.':
    'Cuadrada, ancha o alta: cómo la forma de una imagen cambia lo que hay en ella, qué tamaños elegir y cuánto cuestan.',
  'Choose the shape first': 'Primero elige la forma',
  'The shape decides how much room there is around the thing. Choose it before you look for a good seed: another shape gives another image.':
    'La forma decide cuánto espacio hay alrededor de la cosa. Elígela antes de buscar una buena semilla: otra forma da otra imagen.',
  'A house on the grass, 512 by 512 pixels': 'Una casa en la hierba, de 512 por 512 píxeles',
  'A house on the grass, 768 by 512 pixels': 'Una casa en la hierba, de 768 por 512 píxeles',
  'A house on the grass, 512 by 768 pixels': 'Una casa en la hierba, de 512 por 768 píxeles',
  'A house on the grass, 1024 by 576 pixels': 'Una casa en la hierba, de 1024 por 576 píxeles',
  Square: 'Cuadrada',
  'Draw in another shape': 'Dibujar con otra forma',
  'One prompt, four shapes': 'Un prompt, cuatro formas',
  '“a house on the grass”, seed 3, 3D style.': '“una casa en la hierba”, semilla 3, estilo 3D.',
  'Which shape for what': 'Qué forma para qué',
  'Profile images, icons, stickers, products.': 'Imágenes de perfil, íconos, stickers, productos.',
  '4:5 and 2:3': '4:5 y 2:3',
  'Portraits, posters, covers, stories on a phone.':
    'Retratos, pósteres, portadas, historias en el teléfono.',
  '3:2 and 4:3': '3:2 y 4:3',
  'Scenes and prints in the usual photo sizes.':
    'Escenas e impresiones en los tamaños usuales de foto.',
  'Slides, thumbnails, headers, and the first image of a video.':
    'Presentaciones, miniaturas, encabezados y la primera imagen de un video.',
  'Does a larger image cost more?': '¿Una imagen más grande cuesta más?',
  'Up to one megapixel (1,024 x 1,024) an image costs the standard price. Larger ones cost as many times more as they are larger; the button shows the exact price before you press it.':
    'Hasta un megapíxel (1024 x 1024), una imagen tiene el precio estándar. Las más grandes cuestan tantas veces más como su tamaño; el botón muestra el precio exacto antes de que lo presiones.',
  'Why do very large images sometimes repeat things?':
    '¿Por qué las imágenes muy grandes a veces repiten cosas?',
  'A model learned at one size. Far above it, it may start a second image beside the first. Draw near the model’s own size and enlarge the result with Upscale.':
    'Un modelo aprendió a un tamaño. Muy por encima de él, puede empezar una segunda imagen junto a la primera. Dibuja cerca del tamaño propio del modelo y luego amplía el resultado.',
  'Upscale image': 'Ampliar imagen',
  'More pixels for print and screen.': 'Más píxeles para imprimir y para la pantalla.',
  'The hires pass draws details into a larger image.':
    'La pasada hires dibuja detalles en una imagen más grande.',

  // Parameters
  'Every control of the create page in plain words: what it does, what to leave alone, and where to read more.':
    'Cada control de la página de creación en palabras sencillas: qué hace, qué conviene no tocar y dónde leer más.',
  'Every control, in a line each': 'Cada control, en una línea',
  'The defaults are good. Change the prompt first, then the style and the shape, and only then what is folded away under “Advanced”.':
    'Los valores iniciales son buenos. Cambia primero el prompt, luego el estilo y la forma, y solo después lo que está plegado en “Avanzado”.',
  'A rocket in space': 'Un cohete en el espacio',
  'Always in view': 'Siempre a la vista',
  'What the image shows. The first thing counts most.':
    'Lo que muestra la imagen. La primera cosa es la que más cuenta.',
  'How it is drawn; words that are added to your prompt.':
    'Cómo se dibuja; son palabras que se agregan a tu prompt.',
  Model: 'Modelo',
  'Who draws. Models know different things.': 'Quién dibuja. Cada modelo conoce cosas distintas.',
  'Aspect ratio and size': 'Proporción y tamaño',
  'The shape in pixels; above one megapixel the price grows with it.':
    'La forma en píxeles; por encima de un megapíxel, el precio crece con ella.',
  'Number of images': 'Número de imágenes',
  'Up to sixteen in one order, drawn four at a time. {image} each at the standard size.':
    'Hasta dieciséis por pedido, dibujadas de cuatro en cuatro. {image} cada una en el tamaño estándar.',
  'Under “Advanced”': 'En “Avanzado”',
  'Negative prompt': 'Prompt negativo',
  'What to stay away from.': 'De qué alejarse.',
  'How long an image is worked on; 20 is enough for nearly everything.':
    'Cuánto se trabaja una imagen; 20 bastan para casi todo.',
  Guidance: 'Guía',
  'How closely the prompt is followed. Too much makes colors harsh.':
    'Qué tanto se sigue el prompt. En exceso, endurece los colores.',
  'The way through the noise. Euler a is quick and lively, DPM++ 2M Karras calm.':
    'El camino a través del ruido. Euler a es rápido y vivaz; DPM++ 2M Karras, tranquilo.',
  'Which noise the image begins from. Lock it to get the same image again.':
    'De qué ruido parte la imagen. Fíjala para volver a obtener la misma.',
  Variation: 'Variación',
  'A bit of another seed’s noise: a neighbor of the same image.':
    'Un poco del ruido de otra semilla: una vecina de la misma imagen.',
  'Hires pass': 'Pasada hires',
  'Draws once more over the enlarged image, for more detail.':
    'Dibuja otra vez sobre la imagen ampliada, para más detalle.',
  'A small addition that teaches the model a subject or a style.':
    'Un pequeño añadido que le enseña al modelo un sujeto o un estilo.',
  'Style changes the most': 'El estilo es lo que más cambia',
  '“a hamburger”, seed 9.': '“una hamburguesa”, semilla 9.',
  Glossy: 'Brillante',
  Flat: 'Plano',
  Sticker: 'Sticker',
  'A hamburger in 3D style': 'Una hamburguesa en estilo 3D',
  'A hamburger in glossy style': 'Una hamburguesa en estilo brillante',
  'A hamburger in flat style': 'Una hamburguesa en estilo plano',
  'A hamburger as a sticker': 'Una hamburguesa como sticker',
  'One page each': 'Una página para cada uno',
  'One number, one image.': 'Un número, una imagen.',
  'When more stops helping.': 'Cuándo más dejan de ayudar.',
  'Square, wide or tall.': 'Cuadrada, ancha o alta.',

  // Seed
  'What a seed is, why two runs of one prompt differ, and how to get the very same image again.':
    'Qué es una semilla, por qué dos intentos con el mismo prompt difieren y cómo volver a obtener exactamente la misma imagen.',
  'The seed: one number, one image': 'La semilla: un número, una imagen',
  'Every image begins as noise, and the seed decides which. The same prompt, settings and seed give the same image, today and next year.':
    'Toda imagen empieza como ruido, y la semilla decide cuál. El mismo prompt, los mismos ajustes y la misma semilla dan la misma imagen, hoy y el año que viene.',
  'A parrot, drawn with seed 1': 'Un loro, dibujado con la semilla 1',
  'A parrot, drawn with seed 2': 'Un loro, dibujado con la semilla 2',
  'A parrot, drawn with seed 3': 'Un loro, dibujado con la semilla 3',
  'A parrot, drawn with seed 4': 'Un loro, dibujado con la semilla 4',
  'A blue parrot, drawn with seed 2': 'Un loro azul, dibujado con la semilla 2',
  'seed 1': 'semilla 1',
  'seed 2': 'semilla 2',
  'seed 3': 'semilla 3',
  'seed 4': 'semilla 4',
  'Try it': 'Probar',
  'Same prompt, other seeds': 'El mismo prompt, otras semillas',
  '“a parrot”, glossy style. A run of four images uses four seeds in a row.':
    '“un loro”, estilo brillante. Un intento de cuatro imágenes usa cuatro semillas seguidas.',
  'Same seed, other words': 'La misma semilla, otras palabras',
  'Keep the seed while you change the prompt, and you see what the words do instead of what chance does.':
    'Conserva la semilla mientras cambias el prompt y verás qué hacen las palabras, no el azar.',
  'Work with seeds': 'Trabaja con semillas',
  'Leave it at random first': 'Al principio, déjala al azar',
  'Look at a few runs until one is close to what you want.':
    'Mira varios intentos hasta que uno se acerque a lo que buscas.',
  'Lock the seed of the best': 'Fija la semilla de la mejor',
  'Open the image and press “Reuse”: prompt, settings and seed are back in the form.':
    'Abre la imagen y presiona “Reutilizar”: el prompt, los ajustes y la semilla vuelven al formulario.',
  'Change one thing': 'Cambia una cosa',
  'A word, the style, the guidance. Or set a variation of 0.2 for a neighbor of the same image.':
    'Una palabra, el estilo, la guía. O pon una variación de 0.2 para obtener una vecina de la misma imagen.',
  'Is an image exactly the same with the same seed?':
    '¿La imagen es exactamente igual con la misma semilla?',
  'On the same model, yes, whether it is drawn alone or in a run of four. Made by another server it may differ in details; “Make it again” tells you.':
    'Con el mismo modelo, sí, se dibuje sola o en un intento de cuatro. Si la hace otro servidor puede diferir en detalles; “Crearla otra vez” te lo dice.',
  'Are some seeds better than others?': '¿Hay semillas mejores que otras?',
  'No. A seed that is good for one prompt says nothing about another.':
    'No. Que una semilla sea buena para un prompt no dice nada de otro.',

  // Steps
  'How many steps an image needs, what more of them change, and how many is too many. With real results from 1 to 40 steps.':
    'Cuántos pasos necesita una imagen, qué cambia con más y cuántos son demasiados. Con resultados reales de 1 a 40 pasos.',
  'Steps: how long an image is worked on': 'Pasos: cuánto se trabaja una imagen',
  'A model takes noise away in steps. The first ones decide what is where, the later ones the details. From some point on more steps cost time and change little.':
    'Un modelo quita el ruido por pasos. Los primeros deciden qué va dónde; los últimos, los detalles. A partir de cierto punto, más pasos cuestan tiempo y cambian poco.',
  'A golden crown after 1 steps': 'Una corona dorada tras 1 paso',
  'A golden crown after 4 steps': 'Una corona dorada tras 4 pasos',
  'A golden crown after 12 steps': 'Una corona dorada tras 12 pasos',
  'A golden crown after 20 steps': 'Una corona dorada tras 20 pasos',
  'A golden crown after 40 steps': 'Una corona dorada tras 40 pasos',
  '1 step': '1 paso',
  '4 steps': '4 pasos',
  '12 steps': '12 pasos',
  '20 steps': '20 pasos',
  '40 steps': '40 pasos',
  'From 1 to 40 steps': 'De 1 a 40 pasos',
  '“a crown on a purple background”, seed 6, 3D style. An illustration shows the thing after one step already, because its first steps are led by images of the collection.':
    '“una corona sobre un fondo morado”, semilla 6, estilo 3D. Una ilustración muestra la cosa desde el primer paso, porque sus primeros pasos se guían por imágenes de la colección.',
  'How many to choose': 'Cuántos elegir',
  '1 to 4': 'De 1 a 4',
  'For models that were made for it (LCM, Turbo), and for a quick look.':
    'Para modelos hechos para eso (LCM, Turbo) y para un vistazo rápido.',
  'The default, and enough for nearly everything.':
    'El valor inicial, y suficiente para casi todo.',
  '30 to 40': 'De 30 a 40',
  'For fine textures with large models.': 'Para texturas finas con modelos grandes.',
  'Above 50': 'Más de 50',
  'Rarely visible. Better spend the time on another seed or the hires pass.':
    'Rara vez se nota. Mejor dedica ese tiempo a otra semilla o a la pasada hires.',
  'Do more steps cost more credits?': '¿Más pasos cuestan más créditos?',
  'No. They take longer; the page says about how long before you start.':
    'No. Tardan más; la página te dice cuánto, más o menos, antes de empezar.',
  'Why does the image change with more steps?': '¿Por qué cambia la imagen con más pasos?',
  'Samplers with an “a” in their name add new noise in each step, so they never settle. Choose DPM++ 2M Karras or UniPC if you want more steps to refine the same image.':
    'Los samplers con una “a” en el nombre agregan ruido nuevo en cada paso, así que nunca se estabilizan. Elige DPM++ 2M Karras o UniPC si quieres que más pasos refinen la misma imagen.',
  'Samplers and guidance.': 'Samplers y guía.',
  'The same image again.': 'La misma imagen otra vez.',

  // Advanced parameters
  'Guidance, samplers, variations, the hires pass and prompt weights, explained with images and without jargon.':
    'La guía, los samplers, las variaciones, la pasada hires y los pesos del prompt, explicados con imágenes y sin jerga.',
  'For those who want more control': 'Para quien quiere más control',
  'These controls are folded away because most images do not need them. The page says how many you changed, and one press takes them all back.':
    'Estos controles están plegados porque la mayoría de las imágenes no los necesita. La página dice cuántos cambiaste, y con un clic vuelven todos a su valor inicial.',
  'A tropical fish, drawn with a guidance of 1': 'Un pez tropical, dibujado con una guía de 1',
  'A tropical fish, drawn with a guidance of 4': 'Un pez tropical, dibujado con una guía de 4',
  'A tropical fish, drawn with a guidance of 12': 'Un pez tropical, dibujado con una guía de 12',
  'A tropical fish, drawn with a guidance of 20': 'Un pez tropical, dibujado con una guía de 20',
  'Guidance 1': 'Guía 1',
  'Guidance 4': 'Guía 4',
  'Guidance 12': 'Guía 12',
  'Guidance 20': 'Guía 20',
  'Open the advanced mode': 'Abrir el modo avanzado',
  'For illustrations, guidance below 8 and most weights change little; the create page says so beside each control. With models that draw anything they do what this page describes.':
    'En las ilustraciones, una guía menor que 8 y la mayoría de los pesos cambian poco; la página de creación lo dice junto a cada control. Con los modelos que dibujan de todo hacen lo que describe esta página.',
  'Guidance: how closely the prompt is followed': 'Guía: qué tanto se sigue el prompt',
  'Low values leave the model free, high ones push the prompt through, until colors get harsh.':
    'Los valores bajos dejan libre al modelo; los altos imponen el prompt, hasta que los colores se endurecen.',
  Samplers: 'Samplers',
  'The default: quick, and lively from seed to seed. More steps keep changing the image.':
    'El inicial: rápido y variado de una semilla a otra. Más pasos siguen cambiando la imagen.',
  'Calm and sharp at 20 to 30 steps; settles.':
    'Tranquilo y nítido con 20 a 30 pasos; se estabiliza.',
  'Rich textures; takes about twice as long for each step.':
    'Texturas ricas; cada paso tarda más o menos el doble.',
  'Good at few steps, 8 to 12.': 'Bueno con pocos pasos, de 8 a 12.',
  'The classic; predictable when you start from an image.':
    'El clásico; predecible cuando partes de una imagen.',
  'Words with a weight': 'Palabras con peso',
  'Counts 1.3 times. Values from 0.5 to 1.5 make sense.':
    'Cuenta 1.3 veces. Tienen sentido valores de 0.5 a 1.5.',
  '(word) and [word]': '(word) y [word]',
  'A little more, a little less.': 'Un poco más, un poco menos.',
  'A cat for the first half of the steps, then a dog.':
    'Un gato durante la primera mitad de los pasos; luego, un perro.',
  'Takes turns from step to step.': 'Se alternan de un paso a otro.',
  'Begins a new part, so that colors of one thing stay off the next.':
    'Empieza una parte nueva, para que los colores de una cosa no pasen a la siguiente.',
  'More detail in large images': 'Más detalle en imágenes grandes',
  'Enlarges the image and draws over it once more. A strength of 0.3 to 0.5 adds detail and keeps the layout.':
    'Amplía la imagen y dibuja otra vez encima. Una fuerza de 0.3 a 0.5 agrega detalle y conserva la composición.',
  'Guidance rescale': 'Reescalado de la guía',
  'Takes back the extra contrast that strong guidance adds.':
    'Quita el contraste extra que agrega una guía fuerte.',
  '0.1 to 0.3 gives a neighbor of the same image; 1 is the other seed altogether.':
    'De 0.1 a 0.3 da una vecina de la misma imagen; 1 es la otra semilla por completo.',

  // AI models
  'What a model knows, what illustrations can and cannot show, and which kind to choose for photos, illustrations and speed.':
    'Qué conoce un modelo, qué pueden y qué no pueden mostrar las ilustraciones, y cuál elegir para fotos, ilustraciones o rapidez.',
  'Which model draws what': 'Qué dibuja cada modelo',
  'A model draws what it has learned. The create page lists the models of this site, with their license, price and expected wait.':
    'Un modelo dibuja lo que aprendió. La página de creación muestra los modelos de este sitio, con su licencia, su precio y la espera prevista.',
  'A red fox': 'Un zorro rojo',
  'See the models': 'Ver los modelos',
  Illustrations: 'Ilustraciones',
  'Illustrations are always available. They are redrawn and arranged from an open collection of 2,085 things: animals, food, plants, objects, vehicles, emoji faces and symbols, one to four in an image, on plain backgrounds and in simple places.':
    'Las ilustraciones siempre están disponibles. Se redibujan y combinan a partir de una colección abierta de 2085 cosas: animales, comida, plantas, objetos, vehículos, caras de emoji y símbolos, de una a cuatro por imagen, sobre fondos lisos y en lugares sencillos.',
  'They show no photographs, no people as they look and nothing that is not in the collection. If your prompt is about something else, the page tells you before you pay and draws nothing. The details of each image name what it was drawn after, and under which license.':
    'No muestran fotografías, ni personas como son, ni nada que no esté en la colección. Si tu prompt trata de otra cosa, la página te lo dice antes de que pagues y no dibuja nada. Los detalles de cada imagen indican en qué se basó y con qué licencia.',
  'What they are good at': 'Para qué son buenas',
  'A strawberry': 'Una fresa',
  Food: 'Comida',
  'A tortoise on the grass': 'Una tortuga en la hierba',
  Animals: 'Animales',
  'A steam locomotive': 'Una locomotora de vapor',
  Vehicles: 'Vehículos',
  'A smiling face with sunglasses': 'Una cara sonriente con lentes de sol',
  'Faces and symbols': 'Caras y símbolos',
  'Models that draw anything': 'Modelos que dibujan de todo',
  'Stable Diffusion 1.5 and 2': 'Stable Diffusion 1.5 y 2',
  'Illustrations and photo-like images at 512 to 768 pixels, in thousands of styles.':
    'Ilustraciones e imágenes casi fotográficas de 512 a 768 píxeles, en miles de estilos.',
  'LCM and Turbo': 'LCM y Turbo',
  'The same in one to four steps: a few seconds each, a little less detail. Check the license; some are not for commercial use.':
    'Lo mismo en uno a cuatro pasos: unos segundos por imagen, con algo menos de detalle. Revisa la licencia; algunos no son para uso comercial.',
  'Sharper at 1,024 pixels and better with words; takes longer.':
    'Más nítido a 1024 píxeles y mejor con las palabras; tarda más.',
  'FLUX, Qwen-Image and others': 'FLUX, Qwen-Image y otros',
  'The closest to what you write.': 'Lo más cercano a lo que escribes.',
  'May I use the images commercially?': '¿Puedo usar las imágenes con fines comerciales?',
  'Paid plans allow commercial use of what you make. A model’s own license applies as well; the create page and each image name it.':
    'Los planes de pago permiten el uso comercial de lo que creas. También se aplica la licencia propia del modelo; la página de creación y cada imagen la indican.',
  'Why is a model missing from the list?': '¿Por qué falta un modelo en la lista?',
  'Only models that are ready are listed. One that is down returns by itself; the status page shows which.':
    'Solo se muestran los modelos que están listos. Si uno está caído, vuelve solo; la página de estado muestra cuáles.',
} as const
