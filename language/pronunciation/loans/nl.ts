/** Names and loans in Dutch. */
export const nl = `
apple ˈɛpəl | cappuccino kɑpuˈtʃinoː | croissant krʋɑˈsɑ̃ | design diˈzaːjn | email ˈimeːl
facebook ˈfeːsbuk | gnocchi ˈɲɔki | goethe ˈɡøːtə | hollywood ˈhɔliʋut | iphone ˈaːjfoːn
jazz ˈdʒɛs | laptop ˈlɛptɔp | manager ˈmɛnədʒər | meeting ˈmitɪŋ | microsoft ˈmaːjkroːsɔft
nike ˈnaːjki | online ˈɔnlaːjn | peugeot pøːˈʒoː | portefeuille pɔrtəˈfœyj | renault rəˈnoː
restaurant rɛstoːˈrɑ̃ | sandwich ˈsɛntʋɪtʃ | shakespeare ˈʃeːkspiːr | smartphone ˈsmɑrtfoːn
software ˈsɔftʋɛːr | spaghetti spaːˈɡɛti | streaming ˈstrimɪŋ | update ˈʏpdeːt
washington ˈʋɔʃɪŋtɔn | weekend ˈʋikɛnt | youtube ˈjutjup
`;
