/** To be imported first: the media library writes its debugging lines unless told that this is production. */
process.env.NODE_ENV = 'production';
