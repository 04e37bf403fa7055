/** Names and loans in French. */
export const fr = `
apple apœl | baby bebi | beethoven betɔvɛn | brunch bʁœntʃ | bruschetta bʁusketa | camping kɑ̃piŋ
casting kastiŋ | cloud klawd | coach kotʃ | designer dizajnœʁ | e-mail imɛl | email imɛl
facebook fɛsbuk | feedback fidbak | fitness fitnɛs | football futbol | freelance fʁilɑ̃s
goethe ɡøt | google ɡuɡœl | hollywood ɔliwud | iphone ajfɔn | jeep dʒip | jogging dʒɔɡiŋ
ketchup kɛtʃœp | leader lidœʁ | login lɔɡin | mail mɛl | manager manadʒœʁ | marketing maʁkətiŋ
meeting mitiŋ | newsletter njuzlɛtœʁ | nietzsche nitʃ | nike najk | parking paʁkiŋ | punk pœnk
shakespeare ʃɛkspiʁ | shopping ʃɔpiŋ | software sɔftwɛʁ | start-up staʁtœp | startup staʁtœp
steak stɛk | streaming stʁimiŋ | washington waʃiŋtɔn | week-end wikɛnd | weekend wikɛnd | wi-fi wifi
wifi wifi | york jɔʁk | zurich zyʁik
`;
