import express from 'express'
import { portOf } from '../../shared/port-of.js'

/** Reads a request and answers nothing: what no service on Express can beat. It tells its port. */
const app = express()
app.use(express.json())
app.post('/api/v1/messaging/message', (_req, res) => res.status(201).json({}))
const server = app.listen(0, '127.0.0.1', () => process.send(portOf(server)))
